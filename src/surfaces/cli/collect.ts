import { RunFailure } from '../../kernel/failure.ts'

/** Takes a flag as often as it is given; an empty one is refused with what it needs. */
export function collect(
  need: string,
): (value: string, before: readonly string[] | undefined) => readonly string[] {
  return (value, before) => {
    if (value.trim() === '') throw new RunFailure({ code: 'bad-input', message: `${need}.` })
    return [...(before ?? []), value]
  }
}
