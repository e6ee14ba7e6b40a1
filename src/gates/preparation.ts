import { digestOf } from '../kernel/digest.ts'
import type { StepContext } from '../kernel/playbook.ts'
import type { Workspace } from '../kernel/ports/workspaces.ts'
import { evidenceOf } from './evidence-of.ts'
import { sourcesOfInstall } from './find-install.ts'
import type { Evidence } from './verdict.ts'

/** How a workspace is made ready before any agent or gate uses it. */
export type Preparation = {
  readonly command: string | null
  /** Ignored files of the user's checkout that workspaces need a copy of. */
  readonly copy: readonly string[]
  readonly timeoutMs: number
}

/** Changes whenever a workspace at this commit would have to be prepared again; lock files matter to an install only. */
export async function preparationKey(
  { world }: StepContext,
  commit: string,
  { command, copy }: Preparation,
): Promise<string> {
  const needed = command === null ? [] : sourcesOfInstall(command)
  const locks = await Promise.all(needed.map((lockFile) => world.repository.readFile(commit, lockFile)))
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
