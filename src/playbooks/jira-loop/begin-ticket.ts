import { ended } from '../../config/write-markdown.ts'
import type { Run } from '../../kernel/playbook.ts'
import type { GivenTicket } from '../../records/jira-loop/given-ticket.ts'
import { IGNORED } from '../../records/jira-loop/ticket-book.ts'
import type { TicketFact } from '../../records/jira-loop/ticket-facts.ts'
import { ticketFact } from '../../records/jira-loop/ticket-facts.ts'
import { fact } from '../../stages/facts.ts'
import type { Brief } from '../../stages/intake/brief.ts'
import { buildAndTest } from '../../stages/intake/build-and-test.ts'
import { checkBase } from '../../stages/intake/check-base.ts'
import { readDocsTrust } from '../../stages/intake/read-docs-trust.ts'
import { slugOf } from '../../stages/intake/slug-of.ts'
import { survey } from '../../stages/intake/survey.ts'
import { makeClear } from '../../stages/intake/understand.ts'
import type { Job } from '../../stages/job.ts'
import { goTo, log } from './ticket-desk.ts'

/** Which ticket, the branch that a person named for it, and the files that it goes on from. */
export interface TicketOrder {
  readonly jira: string
  readonly branch: string | null
  readonly given: GivenTicket | null
}

/** The start-up analysis of a ticket. */
export interface BegunTicket {
  readonly ticket: TicketFact
  readonly brief: Brief
}

/**
 * Looks at request, repository and documents without changing anything, and asks an agent only when the request is
 * not clear. Contract: nothing of the checkout is touched.
 */
export async function beginTicket(run: Run, job: Job, order: TicketOrder): Promise<BegunTicket> {
  const { jira, branch, given } = order
  const scope = run.scope('intake')
  await log(run, 'startup-start', 'startup.analysis.start', `Start-up analysis of ${jira}.`)
  const { objective, base } = job
  const [surveyed, { docs, ignore }] = await Promise.all([
    survey(scope, { objective, base, rules: job.policy.process, given: null }),
    readPapers(scope, base),
  ])
  await checkBase(scope, job)
  const told = given === null ? await makeClear(scope, job, surveyed) : asGiven(surveyed.brief, given)
  const slug = given?.progress.slug ?? slugOf(told.objective.replaceAll(jira, ' '))
  const brief: Brief = { ...told, slug, workType: told.workType ?? 'chore' }
  await scope.record('brief', fact({ kind: 'brief', value: brief }))
  const type = given?.progress.type ?? brief.workType ?? 'chore'
  const ticket: TicketFact = {
    jira,
    type,
    slug,
    branch: branch ?? given?.progress.branch ?? `${type}/${jira}_${slug}`,
    ...buildAndTest(job),
    maxParallel: job.policy.parallel,
    request: objective,
    refined: brief.objective,
    criteria: brief.criteria,
    mandates: brief.mandates.map((each) => ({ ...each, by: each.by === 'planner' ? each.by : 'developer' })),
    docs,
    areas: brief.affectedAreas,
    files: brief.likelyFiles,
    ignore,
  }
  await run.record('ticket', ticketFact('ticket', ticket))
  const clarity = surveyed.brief.unclear.length === 0 ? 'clear' : 'ambiguous'
  const found = `The request is ${clarity}; the documents are ${docs.status}.`
  await log(run, 'startup-complete', 'startup.analysis.complete', found)
  const iteration = given?.iteration ?? 0
  const isGateDone = given?.progress.git_gate_completed ?? false
  const resumed = `${jira} goes on at ${given?.phase} of iteration ${iteration}.`
  if (given === null) await log(run, 'start', 'start', `${jira}: ${ticket.branch}`, { iteration })
  else await log(run, 'start', 'resume', resumed, { iteration })
  await goTo(run, 'begin', { step: 'I2', iteration, head: base, isGateDone })
  return { ticket, brief }
}

type Papers = Pick<TicketFact, 'docs' | 'ignore'>

function readPapers(run: Run, base: string): Promise<Papers> {
  return run.step<Papers>('papers', {
    kind: 'repository',
    input: { base },
    execute: async ({ world }) => {
      const { texts, trust } = await readDocsTrust(world, base)
      const isTrusted = trust.status === 'trusted' && trust.refresh.length === 0
      const ignored = (await world.repository.readFile(base, '.gitignore')) ?? ''
      return {
        docs: { present: [...texts.keys()], status: trust.status, isTrusted, refresh: [...trust.refresh] },
        ignore: withIgnored(ignored),
      }
    },
  })
}

function withIgnored(text: string): string | null {
  const lines = new Set(text.split(/\r?\n/).map((line) => line.trim()))
  const missing = IGNORED.filter((line) => !lines.has(line))
  if (missing.length === 0) return null
  return `${ended(text)}${missing.join('\n')}\n`
}

/** What the first files say of the request is taken as it is. */
function asGiven(brief: Brief, { prompt, progress }: GivenTicket): Brief {
  const type = progress.type === 'fix' || progress.type === 'feature' ? progress.type : 'chore'
  const mandates = (prompt?.tool_mandates ?? []).map(({ tool, requirement, assigned_agent: by }) => ({
    tool,
    words: requirement,
    by: by === 'planner' ? ('planner' as const) : ('implementer' as const),
  }))
  const refined = prompt?.refined_prompt ?? ''
  const objective = refined.trim() === '' ? brief.objective : refined
  const criteria = prompt?.success_criteria ?? []
  const known: Brief = { ...brief, objective, mandates, workType: type, unclear: [] }
  return criteria.length === 0 ? known : { ...known, criteria }
}
