import { setTimeout as delay } from 'node:timers/promises'
import { readProcessTable, readVariable } from '../../../../adapters/processes/process-table.ts'
import { plural } from '../../../../protocol/words.ts'
import { type Check, failed, passed } from '../check.ts'

const LOOKS = 5
const LOOK_EVERY_MS = 50

/** When everything is over, nothing that carries the mark of this trial is in the process table. */
export const nothingLeft: Check = {
  id: 'nothing-left',
  title: 'nothing is left in the process table',
  required: true,
  look: async (trial) => {
    await trial.close()
    const started = trial.launched()
    const outlived = started.reduce((sum, each) => sum + (each.leftOver() ?? 0), 0)
    let left: readonly number[] = []
    for (let look = 0; look < LOOKS; look++) {
      left = readProcessTable()
        .map(({ pid }) => pid)
        .filter((pid) => readVariable(pid, 'TUTTI_MARKER')?.startsWith(trial.marker) === true)
      if (left.length === 0) break
      await delay(LOOK_EVERY_MS)
    }
    if (left.length > 0) return failed(`still there: pid ${left.join(', ')}`)
    const behind =
      outlived === 0
        ? ''
        : `; ${plural(outlived, 'process', 'processes')} outlived the agent and had to be ended`
    return passed(`${plural(started.length, 'process', 'processes')} started, all gone${behind}`)
  },
}
