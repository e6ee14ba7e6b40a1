import { digestOf } from '../kernel/digest.ts'
import type { StepContext } from '../kernel/playbook.ts'
import type { Workspace } from '../kernel/ports/workspaces.ts'
import { evidenceOf } from './evidence-of.ts'
import { isSourceOf } from './find-install.ts'
import type { Evidence } from './verdict.ts'

/** How a workspace is made ready before any agent or gate uses it. */
export type Preparation = {
  readonly command: string | null
  /** Ignored files of the user's checkout that workspaces need a copy of. */
  readonly copy: readonly string[]
  readonly timeoutMs: number
}

/**
 * Changes whenever a workspace at this commit would have to be prepared again: with the files that an install is taken
 * from, and with those that the command names.
 */
export async function preparationKey(
  { world }: StepContext,
  commit: string,
  base: string,
  { command, copy }: Preparation,
): Promise<string> {
  const { repository } = world
  const changes = command === null || commit === base ? [] : await repository.changes(base, commit)
  const needed = changes.map(({ path }) => path).filter((path) => isSourceOf(command ?? '', path))
  const sources = await Promise.all(
    needed.toSorted().map(async (path) => [path, await repository.readFile(commit, path)]),
  )
  return digestOf([command, [...copy], sources])
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
