import { type Check, failed, passed } from '../check.ts'
import { heardAnswers } from '../heard.ts'
import { timeWords, turnWords } from '../words-of.ts'

/** It can be started at all, and speaks the version of the protocol that Tutti speaks. */
export const start: Check = {
  id: 'start',
  title: 'starts and agrees on the protocol',
  required: true,
  look: async (trial) => {
    const first = await trial.first()
    const [launched] = first.conductor.launched
    if (launched === undefined) return failed(turnWords(first))
    if (trial.agent.way === 'headless') {
      return first.failure === null ? passed('its command line was understood') : failed(turnWords(first))
    }
    const [hello] = heardAnswers(launched, 'initialize')
    if (hello === undefined || hello.answeredAt === null) return failed(turnWords(first))
    const spoken = hello.result['protocolVersion']
    if (spoken !== 1) return failed(turnWords(first))
    return passed(`protocol version 1, ready after ${timeWords(hello.answeredAt - launched.startedAt)}`)
  },
}
