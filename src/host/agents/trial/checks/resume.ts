import { type Check, failed, notOffered, passed } from '../check.ts'
import { turnWords } from '../words-of.ts'

/** Another process takes the session up where the first one left it. */
export const resume: Check = {
  id: 'resume',
  title: 'a new process takes the session up again',
  required: false,
  scenes: () => [
    { when: '\\[remember\\]', steps: [{ do: 'say', text: 'I keep it in mind.' }] },
    { when: '\\[recall\\]', steps: [{ do: 'say', text: 'The word was marmalade.' }] },
  ],
  look: async (trial) => {
    if (!trial.agent.resume) return notOffered('its profile says that it cannot')
    const path = trial.scratch.worktree
    const before = trial.start()
    const say =
      'Keep this word in mind: marmalade. Do not use any tool and write it nowhere. Reply: I keep it in mind.'
    const told = await before.turn({ check: 'remember', say, path })
    await before.close()
    if (told.reply === null || told.session === null) return failed(turnWords(told))
    const after = trial.start()
    const asked = await after.turn({
      check: 'recall',
      say: 'Which word did I ask you to keep in mind? Do not use any tool. Reply with it.',
      path,
      session: told.session,
    })
    await after.close()
    if (asked.failure?.code === 'session-lost') return notOffered(turnWords(asked))
    if (asked.reply === null) return failed(turnWords(asked))
    return /marmalade/i.test(asked.reply.text)
      ? passed('the session went on in another process')
      : failed(`it has forgotten what was said before; ${turnWords(asked)}`)
  },
}
