import { RunFailure } from '../kernel/failure.ts'
import type { Run, StepContext } from '../kernel/playbook.ts'

/** Something that commands did to what all worktrees share, and what became of it. */
export type SharedNote = {
  readonly action: 'undone' | 'reported'
  /** What it was done to, in words that are the same each time. */
  readonly about: string
  readonly message: string
}

type GuardNote = { readonly shared: readonly SharedNote[] }

/**
 * Runs commands, which may run code that an agent wrote, and undoes what they did to what all worktrees share.
 * What an interrupted attempt at the same step did is undone and told too.
 */
export async function guarded<T>(
  context: StepContext,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly shared: readonly SharedNote[] }> {
  const { workspaces } = context.world
  const { run, step, attempt, signal } = context
  const earlier = (context.notes as readonly GuardNote[]).flatMap(({ shared }) => shared)
  if (attempt > 1) {
    const shared = await inspect(context)
    if (shared.length > 0) await context.note({ shared } satisfies GuardNote)
    earlier.push(...shared)
  }
  await workspaces.guard(run, step)
  try {
    const result = await work()
    return { result, shared: distinct([...earlier, ...(await inspect(context))]) }
  } catch (thrown) {
    if (thrown instanceof RunFailure && !signal.aborted) await inspect(context)
    throw thrown
  }
}

/** Tells what was found in a step, as facts of their own. */
export async function tellShared(run: Run, name: string, shared: readonly SharedNote[] = []): Promise<void> {
  for (const [index, { action, message }] of shared.entries()) {
    const value = { task: null, action, message }
    await run.record(`${name}-shared-${index + 1}`, { kind: 'finding', version: 1, value })
  }
}

async function inspect({ world, run, step }: StepContext): Promise<readonly SharedNote[]> {
  const findings = await world.workspaces.inspect(run, step)
  return findings.map(({ action, what, name, message }) => ({ action, about: `${what} ${name}`, message }))
}

function distinct(notes: readonly SharedNote[]): readonly SharedNote[] {
  return notes.filter(({ message }, index) => notes.findIndex((each) => each.message === message) === index)
}
