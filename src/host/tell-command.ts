import { RunFailure } from '../kernel/failure.ts'
import type { Answer } from '../kernel/question.ts'
import type { Command } from '../protocol/command.ts'
import { readCommand } from '../protocol/command.ts'
import { readAnswer } from '../protocol/read-answer.ts'
import { hasEnded } from '../protocol/has-ended.ts'
import type { Author } from './letter.ts'
import type { Locations } from './locations.ts'
import { addBudget, orderTask } from './order-run.ts'
import { orderTeam } from './order-team.ts'
import { readRun } from './run-store.ts'
import type { Told } from './tell-run.ts'
import { answerRun, pauseRun, requestCancel } from './tell-run.ts'

/** What came of telling a run something. */
export interface Said {
  readonly run: string
  readonly told: Told
  /** The question that was answered by it; `null` for none. */
  readonly question: string | null
  readonly answer: Answer | null
  /** A question that has to be answered before the order can be followed; `null` for none. */
  readonly waitsFor: string | null
  /** An order to a team as it was understood; `null` for anything else. */
  readonly team: { readonly order: unknown; readonly words: string; readonly playbook: string } | null
}

/** Tells a run what a person wants. Contract: what makes no sense for the run now is refused with `bad-input`. */
export async function tellCommand(
  locations: Locations,
  run: string,
  said: Command,
  author: Author,
): Promise<Said> {
  const command = readCommand(said)
  const reply = (told: Told, more: Partial<Said> = {}): Said => ({
    run,
    told,
    question: null,
    answer: null,
    waitsFor: null,
    team: null,
    ...more,
  })
  switch (command.type) {
    case 'answer': {
      const { told, question, answer } = await answerRun(locations, run, command.question, ({ id, ask }) => {
        if (command.isOption === true && !ask.options.some((option) => option.id === command.said)) {
          const message = `${run} does not wait for an approval but asks: ${ask.text} Answer with tutti answer ${run} … --question ${id}`
          throw new RunFailure({ code: 'bad-input', message })
        }
        return { ...readAnswer(ask, command.said), ...author }
      })
      return reply(told, { question: question.id, answer })
    }
    case 'skip':
    case 'retry': {
      const { told, ...more } = await orderTask(locations, run, command.type, command.task, author)
      return reply(told, more)
    }
    case 'team': {
      const { told, question, ...team } = await orderTeam(locations, run, command.said, author)
      return reply(told, { question, team })
    }
    case 'raise':
      return reply(await addBudget(locations, run, command.dimension, command.amount, author))
    case 'pause':
      await pauseRun(locations, run, author)
      return reply('to-the-playing-process')
    case 'cancel':
      await refuseEnded(locations, run)
      return reply(await requestCancel(locations, run, author))
  }
}

async function refuseEnded(locations: Locations, run: string): Promise<void> {
  const { view } = await readRun(locations, run)
  if (!hasEnded(view)) return
  const message = `${run} has ended (${view.status}); there is nothing to cancel.`
  throw new RunFailure({ code: 'bad-input', message })
}
