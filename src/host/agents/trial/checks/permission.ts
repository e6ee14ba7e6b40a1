import { type Check, notOffered, passed } from '../check.ts'
import { heardRequests } from '../heard.ts'
import { asList, asRecord, asText } from '../../../../kernel/untrusted-json.ts'

/** It asks before it changes anything, so that a conductor can say no. */
export const permission: Check = {
  id: 'permission',
  title: 'asks for permission',
  required: false,
  way: 'acp',
  look: async (trial) => {
    const { conductor } = await trial.first()
    const asks = conductor.launched.flatMap((each) => heardRequests(each, 'session/request_permission'))
    if (asks.length === 0) return notOffered('it asked nothing when it wrote and ran a command')
    const kinds = asks.flatMap(({ options }) => asList(options).map((each) => asText(asRecord(each)['kind'])))
    return passed(`it asked ${asks.length}× and offered ${[...new Set(kinds)].join(', ')}`)
  },
}
