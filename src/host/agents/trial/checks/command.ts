import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Check, failed, passed } from '../check.ts'
import { turnWords } from '../words-of.ts'

const COMMAND = 'git rev-parse HEAD > head.txt'

/** It runs a command in the worktree; the file holds what only the command could know. */
export const command: Check = {
  id: 'command',
  title: 'runs a command in the worktree',
  required: true,
  writes: true,
  scenes: () => [
    {
      when: '\\[command\\]',
      steps: [
        { do: 'run', command: COMMAND },
        { do: 'say', text: 'The command has run.' },
      ],
    },
  ],
  look: async (trial) => {
    const { scratch } = trial
    const { conductor, session } = await trial.first()
    const turn = await conductor.turn({
      check: 'command',
      say: `Run this command in the folder you work in, exactly as it stands, and then say that you are done: ${COMMAND}`,
      path: scratch.worktree,
      session,
    })
    const told = await readFile(join(scratch.worktree, 'head.txt'), 'utf8').catch(() => null)
    if (told?.trim() !== (await scratch.head(scratch.worktree))) return failed(turnWords(turn))
    return turn.failure === null ? passed('its output is right') : failed(turnWords(turn))
  },
}
