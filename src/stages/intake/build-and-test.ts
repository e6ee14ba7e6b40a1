import type { Job } from '../job.ts'

/** The commands that prove work, each kind as one command; `''` where there is none. */
export interface BuildAndTest {
  readonly buildCommand: string
  readonly testCommand: string
}

/** What builds apart from what tests, for processes that speak of two commands. */
export function buildAndTest({ proof }: Pick<Job, 'proof'>): BuildAndTest {
  const isBuild = (kind: string | undefined): boolean => kind === 'build' || kind === 'typecheck'
  const join = (wanted: boolean): string =>
    proof.commands
      .filter(({ kind }) => isBuild(kind) === wanted)
      .map(({ command }) => command)
      .join(' && ')
  return { buildCommand: join(true), testCommand: join(false) }
}
