import type { Run, StepContext } from '../kernel/playbook.ts'
import type { CommandResult } from '../kernel/ports/commands.ts'
import { evidenceOf } from './evidence-of.ts'
import type { GatePlace, GateRoom } from './gate-room.ts'
import type { Preparation } from './preparation.ts'
import { preparationKey, prepareWorkspace } from './preparation.ts'
import type { Evidence, ProvingCommand, Verdict } from './verdict.ts'

export interface Proof {
  readonly room: GateRoom
  readonly commands: readonly ProvingCommand[]
  readonly preparation: Preparation
  /** Verdicts of this run by tree: the same files are not proven twice. */
  readonly known: Map<string, Verdict>
}

/** Runs the proving commands on a commit, in a workspace no agent has written to, and records what it saw. */
export async function verify(
  run: Run,
  name: string,
  commit: string,
  tree: string,
  proof: Proof,
): Promise<Verdict> {
  const known = proof.known.get(tree)
  if (known?.status === 'passed') return { ...known, commit }
  const commands = proof.commands.map((command) => ({ ...command }))
  const verdict = await run.step<Verdict>(name, {
    kind: 'gate',
    input: { commit, tree, commands },
    execute: (context) => proof.room.with((place) => judge(context, place, commit, tree, proof)),
  })
  proof.known.set(tree, verdict)
  await run.record(`${name}-verdict`, { kind: 'verdict', version: 1, value: verdict })
  return verdict
}

async function judge(
  context: StepContext,
  place: GatePlace,
  commit: string,
  tree: string,
  { commands, preparation }: Proof,
): Promise<Verdict> {
  const { world, run } = context
  const workspace = await world.workspaces.open({ run, id: place.id, base: commit })
  const key = await preparationKey(context, commit, preparation)
  if (place.preparedFor !== key) {
    const prepared = await prepareWorkspace(context, workspace, preparation)
    if (!prepared.ok) {
      const message = `The workspace could not be prepared: ${prepared.problem}`
      return { status: 'errored', commit, tree, message, evidence: [prepared.evidence] }
    }
    place.preparedFor = key
  }
  const evidence: Evidence[] = []
  for (const [index, proving] of commands.entries()) {
    const result = await world.commands.run(
      {
        step: `${context.step}/${index + 1}`,
        attempt: context.attempt,
        command: proving.command,
        path: workspace.path,
        timeoutMs: proving.timeoutMs,
      },
      { signal: context.signal, onActivity: world.activity },
    )
    evidence.push(evidenceOf(proving.command, result))
    if (result.exitCode !== 0)
      return { status: 'failed', commit, tree, message: complaint(proving, result), evidence }
  }
  const names = commands.map(({ command }) => `\`${command}\``).join(', ')
  return { status: 'passed', commit, tree, message: `${names} passed.`, evidence }
}

function complaint({ command, timeoutMs }: ProvingCommand, result: CommandResult): string {
  if (result.timedOut) return `\`${command}\` did not end within ${timeoutMs} ms.`
  return result.exitCode === null
    ? `\`${command}\` was ended by ${result.signal ?? 'a signal'}.`
    : `\`${command}\` ended with exit code ${result.exitCode}.`
}
