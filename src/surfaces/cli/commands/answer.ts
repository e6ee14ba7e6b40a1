import { openRunStore } from '../../../host/open-run-store.ts'
import { findRun } from '../../../host/run-store.ts'
import { answerRun } from '../../../host/tell-run.ts'
import { RunFailure } from '../../../kernel/failure.ts'
import { authorAt } from '../author.ts'
import { chooseAnswer } from '../choose-answer.ts'
import { jsonText } from '../json-text.ts'
import type { Terminal } from '../terminal.ts'

export interface AnswerFlags {
  readonly question?: string
  readonly json: boolean
}

/** Answers an open question of a run, whether or not a process plays it. */
export async function answerCommand(
  terminal: Terminal,
  wanted: string | undefined,
  typed: string,
  flags: AnswerFlags,
  only?: 'approval',
): Promise<number> {
  const locations = await openRunStore(terminal.cwd, terminal.environment)
  const run = await findRun(locations, wanted)
  const { told, question, answer } = await answerRun(locations, run, flags.question, ({ id, ask }) => {
    if (only !== undefined && !ask.options.some(({ id: option }) => option === typed)) {
      const message = `${run} does not wait for an approval but asks: ${ask.text} Answer with tutti answer ${run} … --question ${id}`
      throw new RunFailure({ code: 'bad-input', message })
    }
    return chooseAnswer(ask, typed, authorAt(terminal))
  })
  if (flags.json) {
    terminal.out(jsonText({ run, question: question.id, answer, told }))
    return 0
  }
  terminal.out(`${question.id}: ${answer.option ?? answer.text ?? ''}`)
  if (told === 'into-the-journal')
    terminal.out(`Nobody is playing ${run}. Go on with it: tutti resume ${run}`)
  return 0
}
