import { type Check, failed, notOffered, passed } from '../check.ts'
import type { TakenTurn } from '../conductor.ts'
import { turnWords } from '../words-of.ts'

/** A process whose session has ended can be given another, so that nobody waits for a new one to start. */
export const twoSessions: Check = {
  id: 'two-sessions',
  title: 'one process serves several sessions',
  required: false,
  way: 'acp',
  scenes: () => [
    { when: '\\[two-sessions-one\\]', steps: [{ do: 'say', text: 'This is number one.' }] },
    { when: '\\[two-sessions-two\\]', steps: [{ do: 'say', text: 'This is number two.' }] },
  ],
  look: async (trial) => {
    const conductor = trial.start()
    const ask = (number: string): Promise<TakenTurn> =>
      conductor.turn({
        check: `two-sessions-${number}`,
        say: `Do not use any tool. Reply with the words: This is number ${number}.`,
        path: trial.scratch.worktree,
      })
    const one = await ask('one')
    if (one.session !== null) await conductor.end(one.session)
    const two = await ask('two')
    const processes = conductor.launched.length
    await conductor.close()
    if (one.reply === null) return failed(turnWords(one))
    if (two.reply === null) return failed(`the second: ${turnWords(two)}`)
    if (!/number two/i.test(two.reply.text)) return failed(`the second was mixed up; ${turnWords(two)}`)
    if (one.session === two.session) return failed('the second session has the name of the first')
    return processes === 1
      ? passed('the second session got the process of the first')
      : notOffered('each session gets a process of its own')
  },
}
