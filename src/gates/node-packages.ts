import type { RepositoryFiles } from './found-gate.ts'
import { textIn } from './reports/loose-json.ts'

export type Manager = 'npm' | 'pnpm' | 'yarn' | 'bun'

/** The package manager that a package.json or a lock file names; npm where none does. */
export function managerOf(manifest: unknown, { has }: RepositoryFiles): Manager {
  const named = /^(npm|pnpm|yarn|bun)@/.exec(textIn(manifest, 'packageManager') ?? '')?.[1]
  if (named !== undefined) return named as Manager
  if (has('pnpm-lock.yaml', 'pnpm-workspace.yaml')) return 'pnpm'
  if (has('yarn.lock')) return 'yarn'
  return has('bun.lock', 'bun.lockb') ? 'bun' : 'npm'
}
