import { RunFailure } from '../../kernel/failure.ts'
import { ticketFact } from '../../records/jira-loop/ticket-facts.ts'
import { layFiles } from '../../stages/deliver/with-files.ts'
import { writeDocs } from '../../stages/learn/docs-refresh.ts'
import type { OpenLine } from '../open-line.ts'
import { openLine } from '../open-line.ts'
import type { PlannedIteration } from './plan-iteration.ts'
import type { TicketDesk } from './ticket-desk.ts'
import { goTo, log } from './ticket-desk.ts'

/** Where the work of a ticket is put together, once the state of git is settled. */
export interface TicketFloor extends OpenLine {
  /** The commit that the work stands on. */
  readonly start: string
}

/** Documents, and files of the process. */
const OWN = /^(?:docs\/|prompts\/|\.gitignore$|.*\.md$)/

/**
 * Settles the state of git before anybody writes code. The checkout is never touched: changes of documents alone are
 * no reason to ask, and any other is for a person to decide.
 */
export async function gitGate(desk: TicketDesk, planned: PlannedIteration): Promise<TicketFloor> {
  const { run, job, facts, files, ticket } = desk
  const { iteration } = planned
  const here = { step: 'O4.5', iteration, head: facts.base } as const
  await goTo(run, 'gate', { ...here, isGateDone: false })
  await log(run, 'gate-start', 'git.gate.start', `For ${ticket.branch}.`, { iteration })
  const dirty = await run.step<readonly string[]>('gate/checkout', {
    kind: 'repository',
    input: null,
    execute: async ({ world }) => (await world.repository.checkout()).dirty,
  })
  const others = dirty.filter((path) => !OWN.test(path))
  if (others.length > 0) await askAbout(desk, others)
  await run.record('gate/drift', ticketFact('ticket-drift', { paths: [...planned.allowlist, ...others] }))
  if (planned.docs !== null) await writeDocs(run.scope('docs'), files, planned.docs)
  const start = await layFiles(run.scope('docs'), job, { head: facts.base, tree: facts.baseTree }, files)
  const opened = openLine(run, job, { base: start.head, baseTree: start.tree }, true)
  const seen =
    dirty.length === 0 ? 'The checkout is clean.' : `Left as they are in the checkout: ${dirty.join(', ')}.`
  await log(run, 'gate-complete', 'git.gate.complete', seen, { iteration })
  await goTo(run, 'gate-done', { ...here, isGateDone: true })
  return { ...opened, start: start.head }
}

async function askAbout({ run, given, ticket }: TicketDesk, others: readonly string[]): Promise<void> {
  const names = `${others.slice(0, 5).join(', ')}${others.length > 5 ? ', …' : ''}`
  const hint = 'What earlier tasks have written is among what the run sees only if it is committed. '
  const answer = await run.question('gate/dirty', {
    kind: 'choice',
    text: `The checkout has changes that are not committed: ${names}. ${ticket.branch} is made from the last commit, without them; they stay where they are. ${given === null ? '' : hint}How is it to go on?`,
    options: [
      { id: 'go-on', label: 'Go on without these changes; they stay in the checkout' },
      { id: 'abort', label: 'Abort, so that they can be committed first' },
    ],
    free: false,
    details: { uncommitted: [...others] },
  })
  if (answer.option === 'go-on') return
  const message = `Aborted by ${answer.by} at the git gate: commit or stash ${names}, then start again.`
  throw new RunFailure({ code: 'rejected', message })
}
