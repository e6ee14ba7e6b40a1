import { type Check, failed, passed } from '../check.ts'
import { turnWords } from '../words-of.ts'

const NO_MODEL = 'no-such-model-9'

/** A model that does not exist is never silently another one. */
export const modelUnknown: Check = {
  id: 'model-unknown',
  title: 'an unknown model is refused, never replaced',
  required: false,
  scenes: () => [{ when: '\\[model-unknown\\]', steps: [{ do: 'say', text: 'Ready.' }] }],
  look: async (trial) => {
    const { model } = trial
    const conductor = trial.start({ model: NO_MODEL })
    const before = model?.requests().length ?? 0
    const turn = await conductor.turn({
      check: 'model-unknown',
      say: 'Do not use any tool. Reply with the word: Ready.',
      path: trial.scratch.worktree,
    })
    await conductor.close()
    if (turn.failure !== null) {
      const { failure } = turn.failure
      const trouble = failure.code === 'agent-failed' ? failure.trouble : failure.code
      return trouble === 'model-unavailable'
        ? passed('refused before the turn')
        : failed(`not told as such (${trouble}): ${turnWords(turn)}`)
    }
    const asked = model
      ?.requests()
      .slice(before)
      .findLast(({ said }) => said.includes('[model-unknown]'))
    if (asked?.model.includes(NO_MODEL)) return passed('asked of the service as it is, which may refuse it')
    return failed(`another model answered${asked === undefined ? '' : `: ${asked.model}`}`)
  },
}
