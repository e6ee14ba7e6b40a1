import { RunFailure } from '../../kernel/failure.ts'
import type { Playbook, Run } from '../../kernel/playbook.ts'
import type { Book } from '../../records/book.ts'
import { keepBook, writeBook } from '../../records/book.ts'
import type { GivenTicket } from '../../records/jira-loop/given-ticket.ts'
import { objectiveOfTicket, readGivenTicket } from '../../records/jira-loop/given-ticket.ts'
import { readTasks } from '../../records/jira-loop/tasks-to-plan.ts'
import { ticketBook } from '../../records/jira-loop/ticket-book.ts'
import type { TaskResult } from '../../stages/execute/see-through.ts'
import { fact } from '../../stages/facts.ts'
import { freeBranch } from '../../stages/deliver/free-branch.ts'
import { heardRun } from '../../stages/heard-run.ts'
import { buildAndTest } from '../../stages/intake/build-and-test.ts'
import { intake } from '../../stages/intake/intake.ts'
import { gatherSources } from '../../stages/intake/gather-sources.ts'
import type { IntegrationLine } from '../../stages/integrate/integration.ts'
import { openFiles } from '../../stages/specify/open-files.ts'
import type { CleanUp } from '../clean-up.ts'
import { cleanUpAfter } from '../clean-up.ts'
import { enter } from '../enter.ts'
import type { StandardResult } from '../finish.ts'
import type { StandardInput } from '../standard-input.ts'
import { jobFor } from '../standard-job.ts'
import { beginTicket } from './begin-ticket.ts'
import { closeTicket } from './close-ticket.ts'
import type { TicketFloor } from './git-gate.ts'
import { gitGate } from './git-gate.ts'
import type { Whereabouts } from './whereabouts.ts'
import { listen } from './listen.ts'
import { planIteration } from './plan-iteration.ts'
import { reviewIteration } from './review-iteration.ts'
import { roleFrame } from './role-frame.ts'
import type { TicketDesk } from './ticket-desk.ts'
import { namedBranch, onTicketBranch } from './ticket-branch.ts'
import { parseTicketInput, ticketIdIn } from './ticket-id.ts'
import { workGroups } from './work-groups.ts'

/** Nested loops around a ticket: iterations of plan, groups of tasks and review, until a review accepts one. */
export const jiraLoopPlaybook: Playbook<StandardInput, StandardResult> = {
  name: 'jira-loop',
  version: 1,
  parseInput: parseTicketInput,
  play: (run, input) => cleanUpAfter(run, (after) => playTicket(run, input, after)),
}

async function playTicket(first: Run, input: StandardInput, after: CleanUp): Promise<StandardResult> {
  const given = input.from === null ? null : readGivenTicket(input.from)
  if (given?.progress.status === 'ACCEPTED') return isOver(first, given)
  const iterations = input.policy.process.review.fixCycles + 1
  const begin = given?.iteration ?? 0
  const at: Whereabouts = { iteration: begin, group: null, split: new Set(), earlier: new Map() }
  const desk = await openDesk(first, input, given, after, at)
  let floor: TicketFloor | null = null
  let revision = 1
  const results: TaskResult[] = []
  for (let iteration = begin; iteration < iterations; iteration += 1) {
    at.iteration = iteration
    const isFirst: boolean = floor === null
    const { base, baseTree } = desk.facts
    const { head, tree }: IntegrationLine = floor?.line ?? { head: base, tree: baseTree }
    const isGateDone = !isFirst || (given?.progress.git_gate_completed ?? false)
    const planned = await planIteration(desk, { iteration, revision, head, tree, isFirst, isGateDone })
    for (const { task, attempt } of planned.restored) at.earlier.set(task, attempt)
    const past = planned.restored.map(
      ({ task, attempt }) => [task, { attempts: attempt, packet: null }] as const,
    )
    const before = { contracts: [], tasks: Object.fromEntries(past) }
    const busy: TicketDesk = { ...desk, job: { ...desk.job, before } }
    await enter(busy.run.scope(`i${iteration}`), 'execute')
    floor ??= await gitGate(busy, planned)
    const done = await workGroups(busy, floor, planned)
    await enter(busy.run.scope(`i${iteration}`), 'review')
    const reviewed = await reviewIteration(busy, floor, planned, done)
    results.push(...done)
    if (reviewed.isAccepted) return closeTicket(desk, floor, planned, results, reviewed.objections)
    revision = planned.agreed.revision + 1
    at.earlier.clear()
  }
  const message = `MAXIMUM ITERATIONS REACHED (${iterations}/${iterations}). STOPPING.`
  await desk.run.record('maximum', fact({ kind: 'announced', value: { text: message } }))
  throw new RunFailure({ code: 'not-proven', message })
}

async function openDesk(
  first: Run,
  input: StandardInput,
  given: GivenTicket | null,
  after: CleanUp,
  at: Whereabouts,
): Promise<TicketDesk> {
  const objective = given === null ? input.objective : objectiveOfTicket(given)
  const jira = given?.jira ?? ticketIdIn(objective) ?? ''
  await enter(first, 'intake')
  const scope = first.scope('intake')
  const facts = await onTicketBranch(scope, await intake(scope), given)
  const book = ticketBook(jira, given)
  const problemWith: Book['problemWith'] = (path, text) => book.problemWith(path, text)
  const files = await openFiles(first.scope('files'), facts.base, { problemWith, inPlace: input.inPlace })
  after.files = files
  const kept = keepBook(first, files, book)
  const run = heardRun(kept, listen(kept, input.policy.attempts, at))
  const plain = jobFor(first, { ...asRestored(input, given), objective }, facts)
  const unread = { jira, ...buildAndTest(plain), mandates: [] }
  const begun = { ...plain, manner: { envelope: roleFrame(unread, at) } }
  const named = namedBranch(first, input)
  const { ticket, brief } = await beginTicket(run, begun, { jira, branch: named, given })
  const sources = await gatherSources(run.scope('intake'), begun, facts, null)
  // Words beside files that are given say what is to be different.
  const added = input.objective === objective ? '' : `\n\n${input.objective}`
  const told = { objective: `${brief.objective}${added}`, tier: brief.tier, sources }
  return {
    run,
    job: { ...begun, ...told, manner: { envelope: roleFrame(ticket, at) } },
    facts,
    brief,
    ticket,
    files,
    given,
    at,
    branch: named ?? (await freeBranch(run.scope('intake'), ticket.branch)),
    formatOf: (iteration) => ({
      path: () => `prompts/${jira}/iteration_${iteration}/tasks.yaml`,
      write: async (into, name) => {
        await writeBook(into, book, name)
        return { kind: 'written' }
      },
      parse: (text, path) => ({ plan: readTasks(path, text, brief.objective).plan, findings: [] }),
    }),
  }
}

/** What the files say of commands and of how many may work at once holds, unless a person says otherwise. */
function asRestored(input: StandardInput, given: GivenTicket | null): StandardInput {
  if (given === null) return input
  const { max_parallel_tasks: parallel } = given.progress
  const timeoutMs = input.policy.gateTimeoutMs
  const commands = (['build', 'test'] as const)
    .map((kind) => ({ name: kind, kind, command: given.progress[`${kind}_command`], timeoutMs }))
    .filter(({ command }) => command !== '')
  const verify = input.verify ?? (commands.length === 0 ? null : commands)
  return { ...input, verify, policy: { ...input.policy, parallel } }
}

/** A ticket that was accepted is done: that is said, and nothing else happens. */
async function isOver(run: Run, { jira, progress }: GivenTicket): Promise<StandardResult> {
  const text = `${jira} is ACCEPTED already (${progress.branch}); there is nothing left to do.`
  await run.record('accepted-before', fact({ kind: 'announced', value: { text } }))
  const { base } = await intake(run.scope('intake'))
  return { delivery: { branch: null, commit: base, note: text }, tasks: [], proof: '' }
}
