import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readProcessTable, readVariable } from '../../src/adapters/processes/process-table.ts'
import type { CliBench } from './cli-bench.ts'

/** What is still there of all that was started for a bench: processes, worktrees and locks. */
export async function findLeftBehind({ root, environment }: CliBench): Promise<readonly string[]> {
  const home = environment['HOME'] ?? ''
  const processes = readProcessTable().filter(({ pid }) => readVariable(pid, 'HOME') === home)
  const worktrees = await names(join(home, '.local/state/tutti'))
  const registered = await names(join(root, '.git/worktrees'))
  const locks = (await names(join(root, '.git/tutti'))).filter((name) => /(^|\/)lock[.-]/.test(name))
  return [
    ...processes.map(({ pid }) => `process ${pid}`),
    ...worktrees.filter((name) => name.includes('/')).map((name) => `worktree ${name}`),
    ...registered.map((name) => `registered worktree ${name}`),
    ...locks.map((name) => `lock ${name}`),
  ]
}

function names(folder: string): Promise<readonly string[]> {
  return readdir(folder, { recursive: true }).catch(() => [])
}
