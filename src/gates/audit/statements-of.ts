/** What may stand before something that is done, on the same line, and keeps nobody from doing it. */
const before =
  /^(?:export\s+(?:default\s+)?)?(?:(?:const|let|var)\s+[\w$]+\s*(?::[^=]+)?=\s*(?:await\s+)?|(?:static\s+)?[\w$.]+\s*=\s*(?![=>])|(?:void|await|typeof)\s+|(?:true|1|!0)\s*(?:&&|,)\s*|(?:false|0|null)\s*(?:\|\||\?\?)\s*)?[!(+~-]*\s*/
const MOST = 12

/**
 * A script's line and all that it does as one statement after the other, each without what stands before it. A line
 * that is indented is given back alone: where it stands says when it is done.
 */
export function statementsOf(line: string): readonly string[] {
  if (/^\s/.test(line)) return [line]
  const [head = '', ...rest] = line.split('\n')
  const all = head.split(/;\s*/).slice(0, MOST)
  const tail = rest.length === 0 ? '' : `\n${rest.join('\n')}`
  const steps = all.map((each, at) => (at === all.length - 1 ? `${each}${tail}` : each))
  return [...new Set([line, ...steps, ...steps.map((each) => each.replace(before, ''))])]
}
