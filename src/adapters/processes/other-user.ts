import { join } from 'node:path'
import type { Confined } from '../../kernel/ports/processes.ts'
import { readText, writeAnew } from './without-secrets.ts'

/** Who a program is inside its user namespace; to the system outside it stays who it is. */
export interface OtherUser {
  readonly number: number
  /** A list of users in which root has this number, and so its name and its home. */
  readonly names: string
}

/** Nobody's. */
const NUMBER = 65_533

/**
 * For a program that makes user namespaces itself. The kernel lets root's number into one only from somebody with a
 * right that nothing in the sandbox has; every other number goes in without.
 */
export function otherUser({ nests, box }: Confined): OtherUser | null {
  if (nests !== true || box === undefined || process.getuid?.() !== 0) return null
  const users = readText('/etc/passwd')
  if (users === null) return null
  const names = join(box, 'passwd')
  writeAnew(names, users.replace(/^root:([^:]*):0:/m, `root:$1:${NUMBER}:`))
  return { number: NUMBER, names }
}
