import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Whether a program is on this machine's PATH; tests that need one are skipped without it, and counted as skipped. */
export function isInstalled(tool: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, tool)))
}

/** Debian keeps what makes environments of Python's in a package of its own. */
export function hasPythonEnvironments(): boolean {
  return spawnSync('python3', ['-c', 'import ensurepip, venv']).status === 0
}
