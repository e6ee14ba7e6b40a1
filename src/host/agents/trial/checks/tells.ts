import { asRecord, asText, type JsonRecord } from '../../../../kernel/untrusted-json.ts'
import { type Check, notOffered, passed } from '../check.ts'
import { heardAnswers } from '../heard.ts'

/** It says who it is and what it can do, so that nobody has to guess. */
export const tells: Check = {
  id: 'tells',
  title: 'tells its name, version and abilities',
  required: false,
  way: 'acp',
  look: async (trial) => {
    const { conductor } = await trial.first()
    const result = conductor.launched[0] && heardAnswers(conductor.launched[0], 'initialize')[0]?.result
    const { agentInfo, agentCapabilities } = asRecord(result)
    const { name, version } = asRecord(agentInfo)
    const abilities = abilityWords(asRecord(agentCapabilities))
    if (asText(name) === null) return notOffered(`it does not say its name; it can: ${abilities}`)
    return passed(`${String(name)} ${asText(version) ?? 'without a version'}; it can: ${abilities}`)
  },
}

function abilityWords(abilities: JsonRecord): string {
  const session = Object.entries(asRecord(abilities['sessionCapabilities'])).flatMap(([name, value]) =>
    value === null || value === undefined || value === false ? [] : [name],
  )
  const mcp = asRecord(abilities['mcpCapabilities'])
  const words = [
    ...(abilities['loadSession'] === true ? ['load'] : []),
    ...session,
    ...['http', 'sse'].filter((each) => mcp[each] === true).map((each) => `tools over ${each}`),
  ]
  return words.length === 0 ? 'nothing beyond the least' : words.join(', ')
}
