import { endAgent } from '../../contracts/end-agent.ts'
import type { TurnFinding } from '../../contracts/turn-note.ts'
import { altersTests } from '../../gates/audit/alters-tests.ts'
import { auditChange } from '../../gates/audit/audit-change.ts'
import { patchesOthers } from '../../gates/audit/audit-patches.ts'
import { movedFinder } from '../../gates/audit/changed-source.ts'
import { auditSecrets } from '../../gates/audit/audit-secrets.ts'
import type { AuditFinding } from '../../gates/audit/audit-finding.ts'
import { spellOutCommands } from '../../gates/audit/spell-out-commands.ts'
import { lookAround } from '../../gates/audit/surroundings.ts'
import { isTestFile, testPart } from '../../gates/audit/test-file.ts'
import type { ChangedFile } from '../../kernel/ports/repository.ts'
import { oneLine } from '../../kernel/plain-text.ts'
import type { Attempt, Carried } from './attempt.ts'
import { findSecrets } from '../find-secrets.ts'
import { findLost } from '../integrate/find-lost.ts'
import type { Start } from './start-attempt.ts'

export type Audit = {
  readonly findings: readonly AuditFinding[]
  /** Test files that the change adds or alters. */
  readonly tests: readonly string[]
  /** Everything that it touches on the side of the tests, what it deletes and what tests stand on too. */
  readonly testSide: readonly string[]
  /** Test files by which it may act on tests that were there before. */
  readonly altered?: readonly string[]
  /** New test files that act on nothing but themselves. */
  readonly fresh?: readonly string[]
  /** Code that only tests load, which may be there for them or may be what they test. */
  readonly perhaps?: readonly string[]
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
  const { title, fixes } = task
  const { protection } = job.policy
  const claim = { title, writeSet: [...task.writeSet], fixes }
  const earlier = conflict === null ? null : { base: conflict.base, ours: base, theirs: conflict.commit }
  return run.step<Audit>(name, {
    kind: 'audit',
    input: { base, commit, writeSet, commands, protection, earlier, claim },
    execute: async ({ world }) => {
      const files = await world.repository.readChanges(base, commit)
      const heldBy = (path: string): string | null => desk.holderOf(path)
      const lost = earlier === null ? [] : await findLost(world.repository, { ...earlier, result: commit })
      const read = (path: string): Promise<string | null> => world.repository.readFile(base, path)
      const paths = await world.repository.listFiles(base)
      const spelt = await spellOutCommands(commands, read, paths)
      const around = await lookAround(files, spelt, {
        read,
        paths: async () => paths,
        findLines: (words) => world.repository.findLines(base, words),
      })
      const change = { files, writeSet, heldBy, protection, commands: spelt, around, claim }
      const secrets =
        protection.secrets === 'protect' ? await findSecrets(world, { base, head: commit, files }) : []
      const findings = [...auditChange(change), ...auditSecrets(secrets), ...lost].map((finding) => ({
        ...finding,
        message: oneLine(finding.message),
        told: oneLine(finding.told),
      }))
      desk.grow(pathsOf(findings, 'extended'))
      const isRefused = findings.some(({ weight }) => weight === 'refused')
      const left = isRefused ? [] : await endAgent(world, session)
      const onTestSide = files.filter(({ path }) => isTestFile(path) || around.support.has(path))
      const isPatched = files.some(patchesOthers)
      const movedTo = movedFinder(files)
      const altered = onTestSide
        .filter((file) => file.kind !== 'deleted' && (isPatched || altersTests(file, movedTo)))
        .map(({ path }) => path)
      const isFresh = ({ path, kind }: ChangedFile): boolean =>
        kind === 'added' && testPart(path) === 'test' && !altered.includes(path)
      const fresh = onTestSide.filter(isFresh).map(({ path }) => path)
      return {
        findings,
        tests: onTestSide.filter(({ kind }) => kind !== 'deleted').map(({ path }) => path),
        testSide: onTestSide.map(({ path }) => path),
        ...(altered.length === 0 ? {} : { altered }),
        ...(fresh.length === 0 ? {} : { fresh }),
        ...(around.perhaps.size === 0 ? {} : { perhaps: [...around.perhaps] }),
        ...(left.length === 0 ? {} : { left }),
      }
    },
  })
}

export function pathsOf(
  findings: readonly AuditFinding[],
  weight: AuditFinding['weight'],
): readonly string[] {
  return findings.filter((finding) => finding.weight === weight).map(({ path }) => path)
}
