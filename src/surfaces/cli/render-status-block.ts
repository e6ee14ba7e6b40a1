import type { StatusBlock } from '../../protocol/status-block.ts'
import { oneLine } from '../../kernel/plain-text.ts'
import { duration } from '../../protocol/words.ts'

/** Where the plan stands, in at most five lines and one for each task that is held up. */
export function renderStatusBlock(block: StatusBlock): readonly string[] {
  const { run, objective, done, total, percent, waves, blocked, next } = block
  return [
    `  Plan      ${run} | ${oneLine(objective, 68)}`,
    `  Progress  ${done}/${total} tasks (${percent}%)`,
    `  Waves     ${waves.map((wave) => `${wave.number} (${wave.done}/${wave.total})`).join(', ')}`,
    ...(blocked.length === 0
      ? []
      : [
          `  Blocked   ${blocked.length} (${blocked.map(({ id }) => id).join(', ')})`,
          ...blocked.map(({ id, why, forMs }) => `    ${id}: ${oneLine(why, 120)}, for ${duration(forMs)}`),
        ]),
    ...(next === null ? [] : [`  Next      wave ${next.wave} (${next.pending.join(', ')})`]),
  ]
}
