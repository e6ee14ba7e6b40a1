import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Check, failed, passed } from '../check.ts'
import { heardRequests } from '../heard.ts'
import type { TappedProcess } from '../tap-processes.ts'
import { turnWords } from '../words-of.ts'

const TEXT = 'Hello from the orchestra.'

/** It changes the files of the worktree it works in. What counts is what git finds, not what it says. */
export const writeFile: Check = {
  id: 'write-file',
  title: 'writes a file, as git sees it',
  required: true,
  writes: true,
  scenes: ({ scratch }) => [
    {
      when: '\\[write-file\\]',
      steps: [
        { do: 'write', path: join(scratch.worktree, 'hello.txt'), text: `${TEXT}\n` },
        { do: 'say', text: 'The file is written.' },
      ],
    },
  ],
  look: async (trial) => {
    const { scratch } = trial
    const { conductor, session } = await trial.first()
    const before = asked(conductor.launched)
    const turn = await conductor.turn({
      check: 'write-file',
      say: `Create the file ${join(scratch.worktree, 'hello.txt')} with a tool of yours. It contains exactly this line: ${TEXT}\nChange nothing else. Then say that you are done.`,
      path: scratch.worktree,
      session,
    })
    const changes = await scratch.changes(scratch.worktree)
    const text = await readFile(join(scratch.worktree, 'hello.txt'), 'utf8').catch(() => null)
    const count = asked(conductor.launched) - before
    if (turn.failure !== null) return failed(turnWords(turn))
    if (text?.trim() !== TEXT)
      return failed(`git finds ${changes.join(', ') || 'no change'}; ${turnWords(turn)}`)
    if (changes.length !== 1) return failed(`it wrote more than it was asked to: ${changes.join(', ')}`)
    return passed(`hello.txt is new, ${count === 0 ? 'unasked' : `asked ${count}×, allowed`}`)
  },
}

function asked(launched: readonly TappedProcess[]): number {
  return launched.reduce((sum, each) => sum + heardRequests(each, 'session/request_permission').length, 0)
}
