import { type Check, failed, notOffered, passed } from '../check.ts'

/** It says which model took the turn. */
export const modelSaid: Check = {
  id: 'model-said',
  title: 'says which model it runs',
  required: false,
  look: async (trial) => {
    const { reply } = await trial.first()
    if (reply === null) return failed('there was no turn')
    return reply.model === undefined ? notOffered('it does not say') : passed(reply.model)
  },
}
