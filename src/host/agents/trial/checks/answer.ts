import { type Check, failed, passed } from '../check.ts'
import { jsonOf, timeWords, turnWords } from '../words-of.ts'

/** It passes a prompt on to its model and the model's words back to us, whole. */
export const answer: Check = {
  id: 'answer',
  title: 'answers with the JSON that was asked for',
  required: true,
  scenes: () => [
    {
      when: '\\[answer\\]',
      steps: [{ do: 'say', text: 'I am ready.\n```json\n{"status":"ready","sum":42}\n```' }],
    },
  ],
  look: async (trial) => {
    const first = await trial.first()
    const { status, sum } = jsonOf(first)
    if (first.reply === null || status !== 'ready' || sum !== 42) return failed(turnWords(first))
    return passed(`the right JSON after ${timeWords(first.ms)}, start included`)
  },
}
