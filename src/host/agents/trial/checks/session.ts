import { asList, asRecord, asText } from '../../../../kernel/untrusted-json.ts'
import { type Check, failed, passed } from '../check.ts'
import { heardAnswers } from '../heard.ts'
import { timeWords, turnWords } from '../words-of.ts'

/** It opens a session in the folder it is given. */
export const session: Check = {
  id: 'session',
  title: 'opens a session',
  required: true,
  look: async (trial) => {
    const first = await trial.first()
    const [launched] = first.conductor.launched
    if (first.session === null || launched === undefined) return failed(turnWords(first))
    if (trial.agent.way === 'headless') return passed('it tells the name of its session')
    const [opened] = heardAnswers(launched, 'session/new')
    if (opened === undefined || opened.answeredAt === null) return failed(turnWords(first))
    const after = timeWords(opened.answeredAt - launched.startedAt)
    const modes = asList(asRecord(opened.result['modes'])['availableModes'])
      .map((mode) => asText(asRecord(mode)['id']))
      .filter((mode) => mode !== null)
    return passed(`open after ${after}${modes.length === 0 ? '' : `; modes: ${modes.join(', ')}`}`)
  },
}
