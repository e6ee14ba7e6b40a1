import { waitAtMost } from '../../../../adapters/agents/turns/wait-at-most.ts'
import { type Check, failed, passed } from '../check.ts'
import { timeWords, turnWords } from '../words-of.ts'

const OWN_WILL_MS = 3000
const GRACE_MS = 6000

/** It ends by itself when nobody speaks to it any more. */
export const end: Check = {
  id: 'end',
  title: 'ends when its input is closed',
  required: false,
  way: 'acp',
  scenes: () => [{ when: '\\[end\\]', steps: [{ do: 'say', text: 'Goodbye.' }] }],
  look: async (trial) => {
    const { clock, scratch } = trial
    const conductor = trial.start()
    const turn = await conductor.turn({
      check: 'end',
      say: 'Do not use any tool. Reply with the word: Goodbye.',
      path: scratch.worktree,
    })
    const [launched] = conductor.launched
    if (turn.reply === null || launched === undefined) {
      await conductor.close()
      return failed(turnWords(turn))
    }
    const begun = clock.awake()
    await launched.process.stdin.close().catch(() => undefined)
    const alone = await waitAtMost(clock, OWN_WILL_MS, launched.process.ended)
    if (alone !== null) {
      const took = clock.awake() - begun
      await conductor.close()
      const left = launched.leftOver() ?? 0
      const behind = left === 0 ? '' : `; ${left} of what it started had to be ended`
      return passed(`ended by itself after ${timeWords(took)}${behind}`)
    }
    await launched.process.end(GRACE_MS)
    const { signal } = await launched.process.ended
    await conductor.close()
    return failed(
      `still there after 3 s; ${signal === 'SIGKILL' ? 'had to be killed' : 'ended when it was asked to (SIGTERM)'}`,
    )
  },
}
