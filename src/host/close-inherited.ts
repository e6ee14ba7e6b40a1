import { closeSync, readdirSync, readFileSync } from 'node:fs'

const OURS = '/proc/self/fd'
const CLOSED_ON_EXEC = 0o2_000_000

/**
 * Closes what whoever started us left open, such as the lock file of a script: it would be handed on to every agent and
 * every command, and through an open folder one comes to all that is around it, whatever hides it. Linux only.
 */
export function closeInherited(channel: string | undefined = process.env['NODE_CHANNEL_FD']): void {
  if (process.platform !== 'linux') return
  for (const name of readdirSync(OURS)) {
    if (Number(name) <= 2 || name === channel || !isHandedOn(name)) continue
    try {
      closeSync(Number(name))
    } catch {
      // It was that of the listing itself.
    }
  }
}

/** Whatever Node opened itself is not handed on. */
function isHandedOn(name: string): boolean {
  try {
    const flags = /^flags:\s*(\d+)$/m.exec(readFileSync(`${OURS}info/${name}`, 'utf8'))?.[1]
    return flags !== undefined && (Number.parseInt(flags, 8) & CLOSED_ON_EXEC) === 0
  } catch {
    return false
  }
}
