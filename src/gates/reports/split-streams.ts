import type { Stream } from './report-reader.ts'

/** Longer than any line of a report; what lies beyond is noise that should cost nothing. */
const LONGEST_LINE = 2000
const MOST_STREAMS = 500

/** pnpm writes `packages/till test: …`, turbo `till:test: …`. */
const prefix = /^((?:\.|[@\w.-]{1,60}\/[@\w./-]{1,100}) test|[@\w./-]{1,100}:test)((?::[\w-]{1,40})?): ?(.*)$/

/**
 * The output by who printed it: runners of workspaces put the package before each line and mix them. Everything
 * without such a prefix is one stream, with no name.
 */
export function splitStreams(text: string): readonly { readonly from: string; readonly stream: Stream }[] {
  if (!/^\S{1,160}[ :]test(?::[\w-]{1,40})?: /m.test(text)) return [{ from: '', stream: streamOf(text) }]
  const streams = new Map<string, string[]>([['', []]])
  for (const line of text.split('\n')) {
    const [, who = '', part = '', rest = line] = prefix.exec(line) ?? []
    const from = `${who}${part}`
    const lines = streams.get(from)
    if (lines !== undefined) lines.push(rest)
    else if (streams.size < MOST_STREAMS) streams.set(from, [rest])
    else streams.get('')?.push(line)
  }
  return [...streams].map(([from, lines]) => ({ from, stream: streamOf(lines.join('\n')) }))
}

function streamOf(text: string): Stream {
  let lines: readonly string[] | null = null
  return {
    text,
    lines: () => {
      lines ??= text
        .split('\n')
        .map((line) => (line.length > LONGEST_LINE ? line.slice(0, LONGEST_LINE) : line))
      return lines
    },
  }
}
