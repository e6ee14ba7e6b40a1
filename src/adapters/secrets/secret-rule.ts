/** Where something like a secret stands in a text: `[start, end)`, and what it looks like. */
export interface Sighting {
  readonly start: number
  readonly end: number
  /** As in `a token of GitHub`. */
  readonly kind: string
}

const OF_A_TOKEN = /[\w+/=.~%-]/

/** So that many sightings in one endless word cost no more than as many words. */
const LONGEST_REST = 4096

/** The sighting up to the end of the word it ends in: a rule may know only how a secret begins. */
export function wholeWord(text: string, { start, end, kind }: Sighting): Sighting {
  const most = Math.min(text.length, end + LONGEST_REST)
  let stop = end
  while (stop < most && OF_A_TOKEN.test(text.charAt(stop))) stop += 1
  return { start, end: stop, kind }
}

/** What a sighting says of itself: its own letters and those that join it; what a path or an address adds says nothing. */
export function wholeName(text: string, start: number, end: number): string {
  const rest = /^[\w-]*/.exec(text.slice(end, end + LONGEST_REST))?.[0] ?? ''
  return text.slice(start, end) + rest
}
