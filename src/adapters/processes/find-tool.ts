import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'

const TOOL_FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/run/current-system/sw/bin']

/** A program of the system. Never from the PATH: what a project puts there must not make its own confinement. */
export function findTool(name: string): string | null {
  return TOOL_FOLDERS.map((folder) => join(folder, name)).find(isExecutable) ?? null
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
