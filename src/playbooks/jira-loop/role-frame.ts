import type { Source } from '../../contracts/source.ts'
import type { Whereabouts } from './whereabouts.ts'
import type { TicketFact } from '../../records/jira-loop/ticket-facts.ts'

/** As much of a ticket as is known before anybody has read the request. */
type FramedTicket = Pick<TicketFact, 'jira' | 'buildCommand' | 'testCommand' | 'mandates'>

/** What each role is called here, may do and must leave alone, in the words that this process has for it. */
const FRAMES: Readonly<Record<string, readonly [name: string, only: string, forbidden: string]>> = {
  interpreter: [
    'Interpreter',
    'say what the request means, of which type it is, when it is done, and which tools it demands, VERBATIM',
    'Git branches, planning, coding, reviewing or analysing the codebase is FORBIDDEN.',
  ],
  initializer: [
    'Initializer',
    'analyse the codebase and write docs/ARCHITECTURE.md, docs/CODE_STYLE.md and docs/FINDINGS.md',
    'Planning, coding or reviewing is FORBIDDEN.',
  ],
  planner: [
    'Planner',
    'research what is unknown, analyse the codebase, and give the plan with its tasks',
    'Coding, reviewing or leaving research for later is FORBIDDEN.',
  ],
  splitter: [
    'Splitter',
    'read the plan and split it into the smallest number of tasks that write different files',
    'Coding, planning, reviewing, design decisions or research is FORBIDDEN.',
  ],
  implementer: [
    'Developer',
    'implement the task as it is specified',
    'Planning, researching, reviewing, design decisions or git commits are FORBIDDEN.',
  ],
  reviewer: [
    'Reviewer',
    'verify builds, tests, code quality and success criteria, then ACCEPT or REJECT with evidence',
    'Coding, planning, designing or suggesting implementations is FORBIDDEN.',
  ],
}

const ANYBODY = ['do what this request asks for', 'Anything else is FORBIDDEN.'] as const

/** When a developer stops rather than guess, and with which words. */
const STOPS =
  'STOP: If the task does not say all that you need, reply needs_replan: "Task incomplete — cannot implement without full spec". If it has tests to pass and names no test files, reply needs_replan: "Test strategy undefined — cannot proceed".'

/** What every request says before anything else: who is asked, what breaks when they do more, and on what they work. */
export function roleFrame(
  ticket: FramedTicket,
  at: Pick<Whereabouts, 'iteration' | 'earlier'>,
): (role: string, step: string) => Source {
  return (role, step) => {
    const [name, only, forbidden] = FRAMES[role] ?? [role, ...ANYBODY]
    const [, task = null, attempt = null] =
      /(?:^|\/)execute\/([^/@]+)@r[^/]*\/attempt-(\d+)\//.exec(step) ?? []
    const now = at.iteration
    const made = Number(attempt) + (at.earlier.get(task ?? '') ?? 0)
    const text = [
      `ROLE ENFORCEMENT: You are ${name}.`,
      'VIOLATION PENALTY: If you perform ANY action outside your scope, the pipeline will FAIL: what you did is undone and logged as a violation.',
      `SCOPE REMINDER: You ONLY ${only}. ${forbidden}`,
      ...(role === 'implementer' ? [STOPS] : []),
      ...(role === 'reviewer' ? [`Mode: ${task === null ? 'prompt-review' : 'task-review'}`] : []),
      ...(role === 'initializer' ? ['Mode: REFRESH_IF_REQUIRED'] : []),
      `JIRA: ${ticket.jira}`,
      `Iteration: ${now}`,
      ...(task === null ? [] : [`Task: ${task}`, `Attempt: ${made}`]),
      `Build command: ${ticket.buildCommand === '' ? 'none' : ticket.buildCommand}`,
      `Test command: ${ticket.testCommand === '' ? 'none' : ticket.testCommand}`,
      `Tasks file: prompts/${ticket.jira}/iteration_${now}/tasks.yaml`,
      ...(role === 'implementer' || role === 'planner' ? [mandatesFor(ticket, name.toLowerCase())] : []),
    ].join('\n')
    return { trust: 'trusted', title: `Who you are: ${name}`, text }
  }
}

function mandatesFor({ mandates }: FramedTicket, agent: string): string {
  const own = mandates.filter(({ by }) => by === agent).map(({ words }) => words)
  return `TOOL MANDATES: ${own.length === 0 ? 'none' : own.join(' | ')}`
}
