import { digestOf } from '../kernel/digest.ts'
import type { StepContext } from '../kernel/playbook.ts'
import type { Workspace } from '../kernel/ports/workspaces.ts'
import { evidenceOf } from './evidence-of.ts'
import type { Evidence } from './verdict.ts'

/** How a workspace is made ready before any agent or gate uses it. */
export type Preparation = {
  readonly command: string | null
  /** Ignored files of the user's checkout that workspaces need a copy of. */
  readonly copy: readonly string[]
  readonly timeoutMs: number
}

const installs: readonly (readonly [lockFile: string, command: string])[] = [
  ['package-lock.json', 'npm ci --no-audit --no-fund'],
  ['npm-shrinkwrap.json', 'npm ci --no-audit --no-fund'],
  ['pnpm-lock.yaml', 'pnpm install --frozen-lockfile'],
  ['yarn.lock', 'yarn install --frozen-lockfile'],
  ['bun.lock', 'bun install --frozen-lockfile'],
  ['uv.lock', 'uv sync --frozen'],
  ['poetry.lock', 'poetry install --no-interaction'],
]

/** The ecosystem's install from a frozen lock file, when the repository has one at its root. */
export function findInstall(files: readonly string[]): string | null {
  return installs.find(([lockFile]) => files.includes(lockFile))?.[1] ?? null
}

/** Changes whenever a workspace at this commit would have to be prepared again; lock files matter to an install only. */
export async function preparationKey(
  { world }: StepContext,
  commit: string,
  { command, copy }: Preparation,
): Promise<string> {
  const lockFiles = command === null ? [] : installs.map(([lockFile]) => lockFile)
  const locks = await Promise.all(lockFiles.map((lockFile) => world.repository.readFile(commit, lockFile)))
  return digestOf([command, [...copy], locks])
}

export type PreparationOutcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly problem: string; readonly evidence: Evidence }

/** Copies what was declared, then runs the install. */
export async function prepareWorkspace(
  context: StepContext,
  workspace: Workspace,
  preparation: Preparation,
): Promise<PreparationOutcome> {
  const { world, step, attempt, signal } = context
  await world.workspaces.copyIgnored(workspace, preparation.copy)
  if (preparation.command === null) return { ok: true }
  const { command, timeoutMs } = preparation
  const result = await world.commands.run(
    { step: `${step}/prepare`, attempt, command, path: workspace.path, timeoutMs },
    { signal, onActivity: world.activity },
  )
  if (result.exitCode === 0) return { ok: true }
  const how = result.timedOut
    ? `did not end within ${timeoutMs} ms`
    : `ended with ${result.exitCode ?? result.signal}`
  const problem = `\`${command}\` ${how}. Its output: ${result.outputFile}.`
  return { ok: false, problem, evidence: evidenceOf({ name: 'prepare', command }, result) }
}
