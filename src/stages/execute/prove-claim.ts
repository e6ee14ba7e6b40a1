import { proveRed } from '../../gates/prove-red.ts'
import { claimOfTask } from '../../plan/claim-of-task.ts'
import type { FailureReport } from '../../policy/failure-report.ts'
import type { Run } from '../../kernel/playbook.ts'
import type { Attempt } from './attempt.ts'
import { fact } from '../facts.ts'
import { plainReport } from './report-failure.ts'

/** What is wrong with the proof of a claim, and what would make it one. */
export interface Unshown {
  readonly name: 'red' | 'unshown'
  readonly report: FailureReport
  readonly advice: { readonly fix: string; readonly changes: string }
}

interface ClaimedWork {
  readonly base: string
  readonly commit: string
  /** Test files that the work adds or alters. */
  readonly tests: readonly string[]
}

/**
 * Whether there is something checkable for what a task claims: tests of its own that ran and passed, and of which one
 * fails without the work. A repair must be shown by a failure of what was there before; of something new it may also
 * be that it was not there, where its tests expect something of it.
 */
export async function proveClaim(
  { run, job, task }: Attempt,
  { base, commit, tests }: ClaimedWork,
): Promise<Unshown | null> {
  const claim = claimOfTask(task)
  if (claim === null) return null
  const { shown } = job.policy.process.work
  const isDemanded = shown.includes(job.tier)
  if (tests.length === 0) {
    if (isDemanded)
      return unshown(
        'unshown',
        `${task.id} says that something works now, and nothing that can be run shows it.`,
      )
    if (claim === 'repair') {
      const text = `${task.id} claims to repair something, and no test shows that it was broken.`
      await run.record('no-red', fact({ kind: 'notice', value: { text } }))
    }
    return null
  }
  if (claim !== 'repair' && !isDemanded) return null
  const { kind, message } = await proveRed(run, 'red', { base, work: commit, paths: tests }, job.proof)
  const isShown =
    kind === 'behaviour' || (kind === 'missing' && claim === 'novelty' && (await expects(run, commit, tests)))
  const told =
    isShown && kind === 'missing' ? 'Without the work its tests cannot run, as it is new.' : message
  await run.record(
    'red-green',
    fact({ kind: 'red-green', value: { task: task.id, red: isShown, message: told } }),
  )
  return isShown ? null : unshown('red', message)
}

function unshown(name: Unshown['name'], problem: string): Unshown {
  const fix =
    name === 'red'
      ? 'Write a test that fails on the code as it was before the work, because something is expected of it, and passes with it.'
      : 'Write a test that expects what the task asks for, and that fails without your work.'
  const at = name === 'red' ? 'red-green' : 'unshown'
  return { name, report: plainReport('fixable', at, problem), advice: { fix, changes: 'A test shows it.' } }
}

const expectation =
  /\b(?:assert\w*|expect\w*|should|must|verify|require\.\w+|t\.(?:is|deepEqual|true|false|throws|Error\w*|Fatal\w*|Fail\w*|ok|equal|same)|Assert\w*|XCTAssert\w*)\b/

/** Whether the tests ask anything of what they call: one that only loads it would be red without it, too. */
function expects(run: Run, commit: string, tests: readonly string[]): Promise<boolean> {
  return run.step<boolean>('expects', {
    kind: 'repository',
    input: { commit, tests },
    execute: async ({ world: { repository } }) => {
      for (const path of tests) {
        const text = (await repository.readFile(commit, path)) ?? ''
        const calls = text
          .split('\n')
          .filter((line) => !/^\s*(?:import|from|use|#|\/\/)|require\(/.test(line))
        if (calls.some((line) => expectation.test(line))) return true
      }
      return false
    },
  })
}
