import type { Run } from '../src/kernel/playbook.ts'
import { completeVerdict } from '../src/gates/verdict.ts'
import { fact } from '../src/stages/facts.ts'
import type { StageFact } from '../src/stages/facts.ts'
import { playOnDisk } from './play-on-disk.ts'
import { stepResults } from './step-result.ts'

/** `run-started`, the plan, 83 tasks of twelve events each, and `run-completed`. */
export const EVENTS = 1000
const tasks = Array.from({ length: 83 }, (_, index) => `T${index + 1}`)

/** A journal such as the standard playbook leaves: a plan, its tasks, their steps and verdicts. */
export async function writeStatusRun(folder: string): Promise<void> {
  await playOnDisk(folder, 'bench', async (run) => {
    await tell(run, 'stage/execute', { kind: 'stage', value: { stage: 'execute' } })
    await tell(run, 'plan', {
      kind: 'plan',
      value: {
        revision: 1,
        tasks: tasks.map((id, index) => ({
          id,
          title: `Round the totals of part ${index}`,
          dependencies: tasks.slice(Math.max(0, index - 2), index),
        })),
      },
    })
    for (const [index, task] of tasks.entries()) await carryOut(run.scope(task), task, index)
  })
}

async function carryOut(run: Run, task: string, index: number): Promise<void> {
  const [result = null] = stepResults(1, 600)
  const commit = index.toString(16).padStart(40, '0')
  for (const name of ['open', 'implement', 'commit', 'prove']) {
    await run.step(name, { kind: 'bench', input: { task }, execute: async () => result })
  }
  const verdict = completeVerdict({
    status: 'passed',
    commit,
    tree: commit,
    message: 'npm test passed',
    evidence: [
      {
        name: 'npm test',
        kind: 'test',
        command: 'npm test',
        counts: { passed: 40, failed: 0, skipped: 1 },
        exitCode: 0,
        durationMs: 4000 + index,
        outputFile: `outputs/${task}.txt`,
        output: 'ok '.repeat(60),
        leftovers: 0,
        withheld: [],
      },
    ],
  })
  await run.record('verdict', { kind: 'verdict', version: 1, value: verdict })
  for (const state of ['working', 'proving', 'done'] as const) {
    await tell(run, state, {
      kind: 'task',
      value: { task, state, attempt: 1, agent: 'scripted', note: null },
    })
  }
}

function tell(run: Run, name: string, of: StageFact): Promise<void> {
  return run.record(name, fact(of))
}
