import { digestOf } from '../../kernel/digest.ts'

/** The run's id as a UUID of version 4: the same run always has the same, so that a resumed one goes on with it. */
export function traceIdOf(run: string): string {
  const hex = digestOf(`trace ${run}`) + digestOf(`${run} trace`)
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4)
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, `$1-$2-4$3-${variant}$4-$5`)
}
