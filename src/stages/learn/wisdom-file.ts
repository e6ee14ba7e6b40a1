import { oneLine } from '../../kernel/plain-text.ts'
import { isSaid } from './is-said.ts'
import type { Wisdom, WisdomKind } from './wisdom.ts'

const headings: Readonly<Record<WisdomKind, string>> = {
  learning: '# Learnings',
  decision: '# Decisions',
  convention: '# Conventions',
  issue: '# Issues',
}

/**
 * Adds what a file of wisdom does not say yet, newest last. Contract: what is there stays as it is, and a text with
 * nothing new in it comes back unchanged.
 */
export function addToWisdomFile(text: string | null, kind: WisdomKind, entries: readonly Wisdom[]): string {
  const before = text ?? ''
  const known = before.split(/\r?\n/).flatMap((line) => {
    const [, said] = /^[-*] (.*?)(?: _\(.*\)_)?\s*$/.exec(line) ?? []
    return said === undefined ? [] : [said]
  })
  const fresh: string[] = []
  for (const entry of entries) {
    const said = oneLine(entry.text)
    if (entry.kind !== kind || said === '') continue
    if (isSaid(said, known)) continue
    known.push(said)
    fresh.push(`- ${said} _(${oneLine(entry.evidence)})_`)
  }
  if (fresh.length === 0) return before
  const start = before.trim() === '' ? `${headings[kind]}\n` : before.replace(/\s*$/, '')
  return `${start}\n${fresh.join('\n')}\n`
}
