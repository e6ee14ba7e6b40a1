import { type Check, notOffered, passed } from '../check.ts'
import { heardAnswers } from '../heard.ts'
import { timeWords } from '../words-of.ts'

/** How long it takes to be ready, and how much memory it holds. */
export const size: Check = {
  id: 'size',
  title: 'start-up time and memory',
  required: false,
  look: async (trial) => {
    const ready = trial.launched().flatMap((launched) => {
      const [hello] = heardAnswers(launched, 'initialize')
      return hello === undefined || hello.answeredAt === null ? [] : [hello.answeredAt - launched.startedAt]
    })
    const peak = trial.memory.peak()
    if (ready.length === 0 && peak === null) return notOffered('not measured on this system')
    const time =
      ready.length === 0 ? '' : `ready in ${timeWords(median(ready))} (median of ${ready.length}), `
    return passed(`${time}${peak === null ? '' : `at most ${Math.round(peak / 1e6)} MB`}`)
  },
}

function median(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0
}
