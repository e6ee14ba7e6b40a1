import { createMemoryJournal } from '../../src/adapters/journal/memory/memory-journal.ts'
import { completeVerdict } from '../../src/gates/verdict.ts'
import { parallel } from '../../src/kernel/parallel.ts'
import { play } from '../../src/kernel/play.ts'
import type { Run } from '../../src/kernel/playbook.ts'
import { planSchema } from '../../src/plan/plan-schema.ts'
import type { Task } from '../../src/plan/plan.ts'
import { findLost } from '../../src/stages/integrate/find-lost.ts'
import type { Integration, IntegrationLine, Prove } from '../../src/stages/integrate/integration.ts'
import type { MergeQueue } from '../../src/stages/integrate/merge-queue.ts'
import { createMergeQueue } from '../../src/stages/integrate/merge-queue.ts'
import { createTestWorld } from '../../src/testing/test-world.ts'
import type { TestRepository } from '../fixtures/git-repository.ts'
import { GitShelf } from './git-shelf.ts'
import type { PaperTree } from './paper-tree.ts'
import { applyEdits } from './paper-tree.ts'
import { resolveHonestly, resolveLazily } from './resolve.ts'
import type { Branch, Scenario } from './scenario.ts'

/** What the queue told a branch. */
export interface Told {
  readonly branch: string
  readonly kind: Integration['kind']
  readonly with: readonly string[]
}

export interface PlayedScenario {
  readonly base: string
  readonly head: string
  readonly commits: ReadonlyMap<string, string>
  readonly told: readonly Told[]
  readonly landed: readonly string[]
  readonly gateRuns: number
  /** Resolutions that the product sent back, by whether they had lost something on purpose. */
  readonly refused: { readonly lazy: number; readonly honest: number }
}

export type MakeQueue = (
  run: Run,
  job: Parameters<typeof createMergeQueue>[1],
  line: IntegrationLine,
) => MergeQueue

/** More than any branch needs in a queue that is as it should be. */
const MOST_ATTEMPTS = 6

/** The gate runs of the queue, and the trees that have passed, whoever proved them. */
interface Gates {
  runs: number
  readonly proven: Set<string>
}

interface Stage {
  readonly scenario: Scenario
  readonly shelf: GitShelf
  readonly gates: Gates
  readonly queue: MergeQueue
  readonly base: string
  readonly told: Told[]
  readonly landed: string[]
  readonly refused: { lazy: number; honest: number }
}

/** Plays a scenario through the product's queue and git, with branches whose answers are scripted. */
export async function playScenario(
  scenario: Scenario,
  repository: TestRepository,
  makeQueue: MakeQueue = createMergeQueue,
): Promise<PlayedScenario> {
  const shelf = new GitShelf(repository)
  const { base, commits } = await plant(scenario, shelf)
  const git = await repository.open()
  const gates: Gates = { runs: 0, proven: new Set() }
  await proveOwn({ shelf, gates }, [...commits.values()])
  const line = { head: base, tree: await git.repository.treeOf(base) }
  const record = { told: [] as Told[], landed: [] as string[], refused: { lazy: 0, honest: 0 } }
  const { tasks } = planSchema.parse({
    objective: 'so',
    tasks: scenario.branches.map(({ id }) => ({ id, title: `Do ${id}` })),
  })
  const live = await play<null, null>({
    playbook: {
      name: 'scenario',
      version: 1,
      parseInput: () => null,
      play: async (run) => {
        const queue = makeQueue(run.scope('integrate'), { batch: 8, prove: gateIn(gates, shelf) }, line)
        const stage: Stage = { scenario, shelf, gates, queue, base, ...record }
        await parallel(tasks, tasks.length, (task, index) =>
          carryOut(run.scope(task.id), stage, task, scenario.branches[index], commits.get(task.id) ?? ''),
        )
        return null
      },
    },
    world: createTestWorld({ journal: createMemoryJournal(), ...git }),
    start: { run: `s${scenario.number}`, input: null, limits: {} },
    tutti: '0',
  })
  const outcome = await live.outcome
  if (outcome.status !== 'completed')
    throw new Error(`scenario ${scenario.number}: ${JSON.stringify(outcome)}`)
  return { base, commits, head: line.head, gateRuns: gates.runs, ...record }
}

async function plant(
  { base, branches }: Scenario,
  shelf: GitShelf,
): Promise<{ readonly base: string; readonly commits: ReadonlyMap<string, string> }> {
  const [root = '', ...made] = await shelf.commit([
    { parent: null, tree: base, says: 'base' },
    ...branches.map(({ id, edits }) => ({ parent: 0, tree: applyEdits(base, edits), says: id })),
  ])
  return { base: root, commits: new Map(branches.map(({ id }, index) => [id, made[index] ?? ''])) }
}

async function carryOut(
  run: Run,
  stage: Stage,
  task: Task,
  branch: Branch | undefined,
  first: string,
): Promise<void> {
  if (branch === undefined) return
  let commit = first
  let work = branch
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
    const result = await stage.queue.submit(task, commit, `${task.id}/attempt-${attempt}`)
    const others = 'with' in result ? result.with : []
    stage.told.push({ branch: task.id, kind: result.kind, with: others })
    if (result.kind === 'integrated') {
      stage.landed.push(task.id)
      return
    }
    if (result.kind === 'not-proven') {
      if (stage.scenario.givesUp.includes(task.id)) return
      const tree = await stage.shelf.read(result.verdict.commit)
      work = { ...branch, edits: [...branch.edits, ...branch.mend] }
      commit = await make(stage, result.verdict.commit, applyEdits(tree, branch.mend), task.id)
    } else {
      const paths = result.kind === 'conflict' ? result.paths : []
      commit = await solve(run.scope(`attempt-${attempt}`), stage, work, commit, paths)
    }
  }
}

/** Solves a conflict on top of the line; what the product sends back is done honestly. */
async function solve(
  run: Run,
  stage: Stage,
  branch: Branch,
  theirs: string,
  paths: readonly string[],
): Promise<string> {
  const { scenario, shelf, base, queue } = stage
  const ours = queue.line.head
  const honest = resolveHonestly(branch, scenario.base, await shelf.read(ours))
  const lazy = resolveLazily(honest, await shelf.read(theirs), paths)
  for (const tree of scenario.isLazy ? [lazy, honest] : [honest]) {
    const result = await make(stage, ours, tree, branch.id)
    const lost = await run.step<number>(tree === lazy ? 'audit-lazy' : 'audit', {
      kind: 'audit',
      input: { ours, theirs, result },
      execute: async ({ world }) => (await findLost(world.repository, { base, ours, theirs, result })).length,
    })
    if (lost === 0) return result
    if (tree === lazy) stage.refused.lazy += 1
    else stage.refused.honest += 1
  }
  return make(stage, ours, honest, branch.id)
}

async function make(stage: Stage, parent: string, tree: PaperTree, says: string): Promise<string> {
  const [commit = ''] = await stage.shelf.commit([{ parent, tree, says }])
  await proveOwn(stage, [commit])
  return commit
}

/** A branch is proven on its own before it is submitted; that is no gate run of the queue's. */
async function proveOwn(
  { shelf, gates }: Pick<Stage, 'shelf' | 'gates'>,
  commits: readonly string[],
): Promise<void> {
  for (const { passed, tree } of await shelf.prove(commits)) if (passed) gates.proven.add(tree)
}

/** What has passed once is not run again. */
function gateIn(gates: Gates, shelf: GitShelf): Prove {
  const { proven } = gates
  return async (run, name, commit, tree) => {
    const status = proven.has(tree)
      ? 'passed'
      : await run.step<'passed' | 'failed'>(name, {
          kind: 'gate',
          input: { commit, tree },
          execute: async () => {
            gates.runs += 1
            const [verdict] = await shelf.prove([commit])
            return verdict?.passed === true ? 'passed' : 'failed'
          },
        })
    if (status === 'passed') proven.add(tree)
    return completeVerdict({ status, commit, tree, message: status })
  }
}
