import { mkdirSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Locations } from './locations.ts'

/** The fresh home of a run's agents, made where it is missing; it goes with the run's workspaces. */
export function agentHome({ worktrees }: Pick<Locations, 'worktrees'>, run: string): string {
  const home = join(worktrees, run, '.home')
  mkdirSync(home, { recursive: true, mode: 0o700 })
  return home
}

/**
 * Where the agents of one workspace put temporary files. Commands have another place, which is emptied before a
 * proof, when an agent may still be at work.
 */
export async function agentTemporary(
  { worktrees }: Pick<Locations, 'worktrees'>,
  run: string,
  path: string,
): Promise<string> {
  const folder = join(worktrees, run, `${basename(path)}.agent-tmp`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}
