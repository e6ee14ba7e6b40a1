import { type Check, failed, notOffered, passed } from '../check.ts'
import { turnWords } from '../words-of.ts'

/** One process holds two sessions in two folders at the same time. */
export const twoSessions: Check = {
  id: 'two-sessions',
  title: 'two sessions at once',
  required: false,
  scenes: () => [
    { when: '\\[two-sessions-one\\]', steps: [{ do: 'say', text: 'This is number one.' }] },
    { when: '\\[two-sessions-two\\]', steps: [{ do: 'say', text: 'This is number two.' }] },
  ],
  look: async (trial) => {
    const { scratch } = trial
    const conductor = trial.start()
    const ask = (number: string, path: string) =>
      conductor.turn({
        check: `two-sessions-${number}`,
        say: `Do not use any tool. Reply with the words: This is number ${number}.`,
        path,
      })
    const turns = await Promise.all([ask('one', scratch.worktree), ask('two', scratch.other)])
    const processes = conductor.launched.length
    await conductor.close()
    const [one, two] = turns
    for (const turn of turns) if (turn.reply === null) return failed(turnWords(turn))
    if (!/number one/i.test(one.reply?.text ?? '')) return failed(`the first was mixed up; ${turnWords(one)}`)
    if (!/number two/i.test(two.reply?.text ?? ''))
      return failed(`the second was mixed up; ${turnWords(two)}`)
    return processes === 1
      ? passed('both in one process')
      : notOffered('each in a process of its own, as Tutti starts it')
  },
}
