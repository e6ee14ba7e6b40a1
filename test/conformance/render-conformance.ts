import type { Claim } from './find-claims.ts'
import type { Evidence } from './judge-conformance.ts'
import type { RuleSet } from './known-rules.ts'
import { rulesOf, ruleSets } from './known-rules.ts'

type How = 'proven' | 'impossible' | 'decided against' | 'open'

const INTRODUCTION = `# Conformance

Every rule of the four processes that Tutti plays under their own names, in our words, with what shows that it is kept. **Proven**: a test of behaviour. **Impossible**: a test tries to break it, and cannot. **Decided against**: the decision record says why. This page is made from the titles of the tests; a test fails when it is not what they say.
`

/** The page that says of every rule how it is kept. */
export function renderConformance(evidence: Evidence): string {
  const sections = ruleSets.map((set) => sectionOf(set, evidence))
  return [INTRODUCTION, summaryOf(evidence), ...sections].join('\n')
}

function summaryOf(evidence: Evidence): string {
  const kinds: readonly How[] = ['proven', 'impossible', 'decided against', 'open']
  const rows = ruleSets.map((set) => {
    const hows = rulesOf(set).map((rule) => howOf(rule, evidence))
    const counts = kinds.map((kind) => String(hows.filter((how) => how === kind).length))
    return [set.process, `${set.letter}1–${set.letter}${set.count}`, ...counts]
  })
  return `${table(['process', 'rules', ...kinds], rows)}\n`
}

function sectionOf(set: RuleSet, evidence: Evidence): string {
  const rules = rulesOf(set).map((rule) => entryOf(rule, evidence))
  return `## ${set.process}\n\n${rules.join('\n')}\n`
}

function entryOf(rule: string, evidence: Evidence): string {
  const how = howOf(rule, evidence)
  const words = evidence.words[rule] ?? ''
  const shown = evidence.claims.filter(({ rules }) => rules.includes(rule)).map(testOf)
  const decided = evidence.against
    .filter((each) => each.rule === rule)
    .map(({ why, file }) => `  - ${why} (\`${file}\`)`)
  return [`- **${rule}** ${words} _${how}_`, ...new Set([...decided, ...shown])].join('\n')
}

function testOf({ file, title }: Claim): string {
  return `  - \`${file}\`: ${plain(title)}`
}

function howOf(rule: string, { claims, against }: Evidence): How {
  if (against.some((each) => each.rule === rule)) return 'decided against'
  const found = claims.filter(({ rules }) => rules.includes(rule))
  if (found.length === 0) return 'open'
  return found.some(({ how }) => how === 'impossible') ? 'impossible' : 'proven'
}

/** Titles are text: nothing in them is markdown. */
function plain(title: string): string {
  return title.replaceAll(/[\\`*_<[\]]/g, (character) => `\\${character}`)
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => (row[column] ?? '').length)),
  )
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}
