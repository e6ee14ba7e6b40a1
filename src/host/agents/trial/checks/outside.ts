import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Check, failed, notOffered, passed } from '../check.ts'
import { turnWords } from '../words-of.ts'

/** A role that may write is let into its worktree and nowhere else: what was refused is not written. */
export const outside: Check = {
  id: 'outside',
  title: 'a refused permission writes nothing',
  required: false,
  writes: true,
  scenes: ({ scratch }) => [
    {
      when: '\\[outside\\]',
      steps: [
        { do: 'write', path: join(scratch.checkout, 'outside.txt'), text: 'outside\n' },
        { do: 'say', text: 'I tried to write it.' },
      ],
    },
  ],
  look: async (trial) => {
    const { scratch } = trial
    const conductor = trial.start()
    const file = join(scratch.checkout, 'outside.txt')
    const turn = await conductor.turn({
      check: 'outside',
      say: `Create the file ${file} with a tool of yours that writes files; it contains the word outside. If you are not allowed to, say so and end.`,
      path: scratch.worktree,
    })
    await conductor.close()
    const changes = await scratch.changes(scratch.checkout)
    if (existsSync(file)) {
      return failed(
        turn.refused.length === 0
          ? 'it wrote outside its worktree without asking'
          : 'it was refused and wrote all the same',
      )
    }
    if (changes.length > 0) return failed(`it changed the checkout: ${changes.join(', ')}`)
    if (turn.refused.length > 0) return passed(`refused ${turn.refused.length}×, nothing was written`)
    if (turn.failure !== null) return notOffered(`nothing was written; ${turnWords(turn)}`)
    return passed(`nothing was written, though it did not ask; ${turnWords(turn)}`)
  },
}
