import { openTutti } from '../../../host/application.ts'
import { authorAt } from '../author.ts'
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
  const { run, told, question, answer } = await openTutti(terminal).tell(
    wanted,
    {
      type: 'answer',
      said: typed,
      ...(flags.question === undefined ? {} : { question: flags.question }),
      ...(only === undefined ? {} : { isOption: true }),
    },
    authorAt(terminal),
  )
  if (flags.json) {
    terminal.out(jsonText({ run, question, answer, told }))
    return 0
  }
  terminal.out(`${question ?? ''}: ${answer?.option ?? answer?.text ?? ''}`)
  if (told === 'into-the-journal')
    terminal.out(`Nobody is playing ${run}. Go on with it: tutti resume ${run}`)
  return 0
}
