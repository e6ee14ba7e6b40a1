import type { Door } from '../kernel/question.ts'
import { oneLine } from '../kernel/plain-text.ts'

const places: Readonly<Record<Door, string>> = {
  terminal: ' in a terminal',
  script: ' by a script',
  flag: ' in advance',
}

/** Who said something to a run, and through which door it came. */
export function authorWords({ by, door }: { readonly by: string; readonly door?: Door }): string {
  return `${oneLine(by)}${door === undefined ? '' : places[door]}`
}
