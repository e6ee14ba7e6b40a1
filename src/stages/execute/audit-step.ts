import { endAgent } from '../../contracts/end-agent.ts'
import type { TurnFinding } from '../../contracts/turn-note.ts'
import { auditChange } from '../../gates/audit/audit-change.ts'
import type { AuditFinding } from '../../gates/audit/audit-finding.ts'
import { spellOutCommands } from '../../gates/audit/spell-out-commands.ts'
import { isTestFile } from '../../gates/audit/test-file.ts'
import type { ChangedFile } from '../../kernel/ports/repository.ts'
import type { Attempt, Carried } from './attempt.ts'
import { findLost } from '../integrate/find-lost.ts'
import type { Start } from './start-attempt.ts'

export type Audit = {
  readonly findings: readonly AuditFinding[]
  /** Test files that the change adds or alters. */
  readonly tests: readonly string[]
  /** What the agent left running when its session was ended. */
  readonly left?: readonly TurnFinding[]
}

/**
 * Looks at everything a task has changed, as a recorded step. The agent's session is ended unless the change
 * goes back to it; growing a write-set is settled in the same breath, so that no two tasks get one path.
 */
export function auditStep(
  { run, job, desk, task }: Attempt,
  name: string,
  { base, conflict }: Start,
  {
    commit,
    session,
    carried,
  }: { readonly commit: string; readonly session: string; readonly carried: Carried },
): Promise<Audit> {
  const writeSet = task.writeSet.length === 0 ? [] : [...task.writeSet, ...carried.grown]
  const commands = job.proof.commands.map(({ command }) => command)
  const { protection } = job.policy
  const earlier = conflict === null ? null : { base: conflict.base, ours: base, theirs: conflict.commit }
  return run.step<Audit>(name, {
    kind: 'audit',
    input: { base, commit, writeSet, commands, protection, earlier },
    execute: async ({ world }) => {
      const files = await world.repository.readChanges(base, commit)
      const heldBy = (path: string): string | null => desk.holderOf(path)
      const lost = earlier === null ? [] : await findLost(world.repository, { ...earlier, result: commit })
      const read = (path: string): Promise<string | null> => world.repository.readFile(base, path)
      const spelt = await spellOutCommands(commands, read)
      const findings = [...auditChange({ files, writeSet, heldBy, protection, commands: spelt }), ...lost]
      desk.grow(pathsOf(findings, 'extended'))
      const isRefused = findings.some(({ weight }) => weight === 'refused')
      const left = isRefused ? [] : await endAgent(world, session)
      return { findings, tests: testsOf(files), ...(left.length === 0 ? {} : { left }) }
    },
  })
}

export function pathsOf(
  findings: readonly AuditFinding[],
  weight: AuditFinding['weight'],
): readonly string[] {
  return findings.filter((finding) => finding.weight === weight).map(({ path }) => path)
}

function testsOf(files: readonly ChangedFile[]): readonly string[] {
  return files.filter(({ path, kind }) => kind !== 'deleted' && isTestFile(path)).map(({ path }) => path)
}
