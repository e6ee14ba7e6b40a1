const ESCAPE = String.fromCharCode(27)
const BELL = String.fromCharCode(7)
const ansi = new RegExp(
  `${ESCAPE}(?:\\[[0-9;:?]*[ -/]*[@-~]|\\][^${BELL}${ESCAPE}]*(?:${BELL}|${ESCAPE}\\\\)?|[@-Z\\\\^_])`,
  'g',
)

/** More than any suite prints; of a longer output the end is read, where the summaries are. */
export const MOST_CHARACTERS = 16_000_000

/** The text as it would be read: no colours, no carriage returns, and none of the folders it happened to run in. */
export function cleanOutput(output: string, places: readonly string[]): string {
  let text = output.length > MOST_CHARACTERS ? output.slice(-MOST_CHARACTERS) : output
  if (text.includes(ESCAPE)) text = text.replace(ansi, '')
  if (text.includes('\r')) text = text.replace(/\r\n?/g, '\n')
  for (const place of places.toSorted((a, b) => b.length - a.length)) {
    if (place.length < 2) continue
    text = text.replaceAll(`file://${place}/`, '').replaceAll(`${place}/`, '').replaceAll(place, '.')
  }
  return text
}
