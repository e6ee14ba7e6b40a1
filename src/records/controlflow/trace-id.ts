import { digestOf } from '../../kernel/digest.ts'

/** The run's id as a UUID of version 4: the same run always has the same, so that a resumed one goes on with it. */
export function traceIdOf(run: string): string {
  const hex = digestOf(`trace ${run}`) + digestOf(`${run} trace`)
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
