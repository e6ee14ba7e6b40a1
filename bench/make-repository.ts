import { execFileSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

/** A repository with a commit and a home beside it, for a command that is measured there. */
export interface BenchRepository {
  readonly cwd: string
  readonly home: string
  readonly env: NodeJS.ProcessEnv
}

export async function makeRepository(scratch: string): Promise<BenchRepository> {
  const cwd = join(scratch, 'repository')
  const home = join(scratch, 'home')
  const env = { PATH: process.env['PATH'], HOME: home }
  await mkdir(cwd)
  await mkdir(home)
  const git = (...args: readonly string[]): void => void execFileSync('git', args, { cwd, env })
  git('init', '--quiet', '.')
  const author = ['-c', 'user.name=Bench', '-c', 'user.email=bench@localhost']
  git(...author, 'commit', '--quiet', '--allow-empty', '-m', 'Begin')
  return { cwd, home, env }
}
