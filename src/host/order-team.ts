import { RunFailure } from '../kernel/failure.ts'
import type { TeamOrder } from '../playbooks/team-coordinate/team-order.ts'
import { orderWords, readTeamOrder } from '../playbooks/team-coordinate/team-order.ts'
import type { RunView } from '../protocol/run-view.ts'
import { viewRun } from '../protocol/view-run.ts'
import type { Author } from './letter.ts'
import type { Locations } from './locations.ts'
import { newOrderId, refuseEnded } from './order-run.ts'
import { readEvents } from './run-store.ts'
import type { Told } from './tell-run.ts'
import { answerRun, tellRun } from './tell-run.ts'

export interface TeamOrdered {
  readonly order: TeamOrder
  /** As somebody would type it. */
  readonly words: string
  readonly told: Told
  /** Who plays it. */
  readonly playbook: string
  /** The question that was answered by the order; `null` when the team is at work. */
  readonly question: string | null
}

/** Processes that take feedback up before their next wave. */
const BY_WAVE: readonly string[] = ['gem-team']

/** Tells a team what is to be different: in answer to what becomes of its session, or while it works. */
export async function orderTeam(
  locations: Locations,
  run: string,
  said: string,
  author: Author,
): Promise<TeamOrdered> {
  const order = readTeamOrder(said)
  if (order === null) {
    throw refuse(
      /^\s*improve\b/i.test(said)
        ? 'Improve what? One of completeness, consistency, accuracy and depth, or nothing for the weakest.'
        : 'A team is told "revise TASK what to change", "feedback what to change" or "improve".',
    )
  }
  const words = orderWords(order)
  const events = await readEvents(locations, run)
  const [first] = events
  const playbook = first?.type === 'run-started' ? first.playbook.name : ''
  if (playbook !== 'team-coordinate' && !(order.do === 'feedback' && BY_WAVE.includes(playbook))) {
    throw refuse(`${run} is played by ${playbook}; \`${order.do}\` is for runs of team-coordinate.`)
  }
  const view = viewRun(events)
  refuseEnded(view)
  refuseUnknown(view, order)
  const question = view.questions.find(({ id, answer }) => answer === null && id.endsWith('/completion'))
  if (question !== undefined) {
    const answer = { option: null, text: words, ...author }
    const { told } = await answerRun(locations, run, question.id, () => answer)
    return { order, words, told, playbook, question: question.id }
  }
  if (view.stage !== 'execute' && view.stage !== 'research') {
    throw refuse(`${run} has no team at work; wait until its tasks are there, or start a new run.`)
  }
  const id = newOrderId()
  const told = await tellRun(
    locations,
    run,
    { type: 'order', order: { id, order, ...author } },
    (event) => event.type === 'fact-recorded' && event.kind === 'ordered' && event.name.endsWith(`/${id}`),
  )
  return { order, words, told, playbook, question: null }
}

function refuseUnknown({ run, tasks }: RunView, order: TeamOrder): void {
  if (order.do !== 'revise' || tasks.some(({ id }) => id === order.task)) return
  const known = tasks.map(({ id }) => id).join(', ')
  throw refuse(`There is no task "${order.task}" in ${run}. Its tasks: ${known || 'none yet'}.`)
}

function refuse(message: string): RunFailure {
  return new RunFailure({ code: 'bad-input', message })
}
