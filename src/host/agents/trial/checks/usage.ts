import { type Check, failed, notOffered, passed } from '../check.ts'

/** It says what its turns have cost. */
export const usage: Check = {
  id: 'usage',
  title: 'reports usage',
  required: false,
  look: async (trial) => {
    const { reply } = await trial.first()
    if (reply === null) return failed('there was no turn to report')
    const { tokens, usd } = reply.usage
    if (tokens === null && usd === null) {
      const isOfLastCall = trial.agent.program?.acp?.tokens === 'last-call'
      return notOffered(
        isOfLastCall ? 'tokens of the last call only, never of a whole turn' : 'neither tokens nor cost',
      )
    }
    const words = [
      tokens === null ? 'no tokens' : `${tokens} tokens`,
      usd === null ? 'no cost' : `$${usd.toFixed(4)}`,
    ]
    return passed(`${words.join(', ')} for the first turn`)
  },
}
