import { type Check, failed, notOffered, passed } from '../check.ts'
import { turnWords } from '../words-of.ts'

/** A model that was chosen is the one that is asked. */
export const modelPin: Check = {
  id: 'model-pin',
  title: 'keeps to the model that was chosen',
  required: false,
  scenes: () => [{ when: '\\[model-pin\\]', steps: [{ do: 'say', text: 'Ready.' }] }],
  look: async (trial) => {
    const { pin, model } = trial
    if (pin === null) return { state: 'not-run', seen: 'name a model with --model' }
    const conductor = trial.start({ model: pin })
    const before = model?.requests().length ?? 0
    const turn = await conductor.turn({
      check: 'model-pin',
      say: 'Do not use any tool. Reply with the word: Ready.',
      path: trial.scratch.worktree,
    })
    await conductor.close()
    if (turn.failure?.failure.code === 'agent-failed' && turn.failure.failure.trouble === 'model-unavailable')
      return notOffered(`a model cannot be chosen: ${turnWords(turn)}`)
    if (turn.reply === null) return failed(turnWords(turn))
    const asked = model
      ?.requests()
      .slice(before)
      .findLast(({ said }) => said.includes('[model-pin]'))
    if (asked !== undefined) return passed(`${pin} was chosen, the service was asked for ${asked.model}`)
    return turn.reply.model === undefined
      ? notOffered('it does not say which model it ran')
      : passed(`${pin} was chosen, it says ${turn.reply.model}`)
  },
}
