import { type Check, failed, passed } from '../check.ts'
import type { Conductor, TakenTurn } from '../conductor.ts'
import { heardAnswers } from '../heard.ts'
import type { Trial } from '../trial.ts'
import { timeWords, turnWords } from '../words-of.ts'

const RUN = 'node -e "setTimeout(() => {}, 100000)"'
/** How long a turn goes on before it is cancelled. */
const SCRIPTED_MS = 4000
const REAL_MS = 25_000

/** It stops when it is asked to, and its session can be spoken to afterwards, again and again. */
export const cancel: Check = {
  id: 'cancel',
  title: 'stops when asked, twice, and goes on after',
  required: false,
  way: 'acp',
  // What was broken off may stand beside what is said after it, so that comes first.
  scenes: () => [
    { when: '\\[cancel-after\\]', steps: [{ do: 'say', text: 'I am still here.' }] },
    { when: '\\[cancel-thinking\\]', steps: [{ do: 'fault', fault: { kind: 'hang' } }] },
    {
      when: '\\[cancel-command\\]',
      steps: [
        { do: 'run', command: RUN },
        { do: 'say', text: 'It has run.' },
      ],
    },
  ],
  look: async (trial) => {
    const conductor = trial.start()
    try {
      const opened = await goOn(trial, conductor, null)
      if (opened.reply === null || opened.session === null) return failed(turnWords(opened))
      const times: string[] = []
      for (const [when, say] of waysToBeBusy(trial)) {
        const stopped = await stop(trial, conductor, opened.session, when, say)
        if (typeof stopped === 'string') return failed(stopped)
        const after = await goOn(trial, conductor, opened.session)
        if (after.reply === null) return failed(`${when}: stopped, but then: ${turnWords(after)}`)
        times.push(`${when} after ${timeWords(stopped)}`)
      }
      return passed(`${times.join(', ')}; the session went on each time`)
    } finally {
      await conductor.close()
    }
  },
}

function waysToBeBusy({ model }: Trial): readonly (readonly [string, string])[] {
  const command = `Run this command and wait for its end: ${RUN}`
  return model === null
    ? [
        ['command', command],
        ['command', command],
      ]
    : [
        ['thinking', 'Think about nothing.'],
        ['command', command],
      ]
}

/** How long it took to stop, or what is wrong. */
async function stop(
  trial: Trial,
  conductor: Conductor,
  session: string,
  when: string,
  say: string,
): Promise<number | string> {
  const turn = await conductor.turn({
    check: `cancel-${when}`,
    say,
    path: trial.scratch.worktree,
    session,
    totalMs: trial.model === null ? REAL_MS : SCRIPTED_MS,
  })
  if (turn.reply !== null) return `${when}: the turn was over before it was cancelled; ${turnWords(turn)}`
  const { failure } = turn.failure ?? {}
  if (failure?.code !== 'agent-failed' || failure.trouble !== 'timed-out')
    return `${when}: ${turnWords(turn)}`
  if (failure.session === undefined) return `${when}: it did not stop within 5 s and was ended`
  const [launched] = conductor.launched
  const cancelled = launched?.messages.findLast(({ message }) => message['method'] === 'session/cancel')
  const prompt = launched && heardAnswers(launched, 'session/prompt').at(-1)
  return (prompt?.answeredAt ?? 0) - (cancelled?.at ?? 0)
}

function goOn({ scratch }: Trial, conductor: Conductor, session: string | null): Promise<TakenTurn> {
  const say = 'Do not use any tool. Reply with the words: I am still here.'
  return conductor.turn({ check: 'cancel-after', say, path: scratch.worktree, session })
}
