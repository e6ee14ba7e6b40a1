import type { Stream } from './report-reader.ts'

/** Longer than any line of a report; what lies beyond is noise that should cost nothing. */
const LONGEST_LINE = 2000

const prefixed = /^([@\w./-]{1,100}[ :]test[\w:-]{0,40}): ?(.*)$/

/**
 * The output by who printed it: runners of workspaces put the package before each line and mix them. Everything
 * without such a prefix is one stream, with no name.
 */
export function splitStreams(text: string): readonly { readonly from: string; readonly stream: Stream }[] {
  if (!/^[@\w./-]{1,100}[ :]test[\w:-]{0,40}: /m.test(text)) return [{ from: '', stream: streamOf(text) }]
  const streams = new Map<string, string[]>([['', []]])
  for (const line of text.split('\n')) {
    const [, from = '', rest = line] = prefixed.exec(line.slice(0, LONGEST_LINE)) ?? []
    const lines = streams.get(from)
    if (lines === undefined) streams.set(from, [rest])
    else lines.push(rest)
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
