import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isWithin } from './mount-table.ts'
import { realOf } from './real-of.ts'
import { holdsAnyOf } from './view.ts'
import { readText } from './without-secrets.ts'

const HOMES = '/home'
/** Of the system, and shared by all. */
const SHARED = ['/home/linuxbrew']
const MOST = 100

/** Homes of other users, as far as they are where homes usually are. */
export function otherHomes(own: readonly string[]): readonly string[] {
  const found = [rootsHome(), ...foldersIn(HOMES)].flatMap((path) =>
    path === null ? [] : (realOf(path) ?? []),
  )
  const others = [...new Set(found)].filter((path) => path !== '/' && !SHARED.includes(path))
  return others.filter((path) => !holdsAnyOf(path, own) && !own.some((home) => isWithin(path, home)))
}

function rootsHome(): string | null {
  return /^root:(?:[^:\n]*:){4}([^:\n]+):/m.exec(readText('/etc/passwd') ?? '')?.[1] ?? null
}

function foldersIn(folder: string): readonly string[] {
  try {
    const found = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    return found.slice(0, MOST).map(({ name }) => join(folder, name))
  } catch {
    return []
  }
}
