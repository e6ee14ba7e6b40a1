import type { ChangedFile } from '../../kernel/ports/repository.ts'
import { sourceLines } from './source-lines.ts'

/** What a checker is told to look at, and how strictly: more is stricter. */
type Attention = ReadonlyMap<string, number>

const anyWord = /@ts-check|@flow|typed:|pyright:|mypy:|eslint|deny|forbid|warn|strict_types/
const ranks: Readonly<Record<string, number>> = {
  true: 1,
  warn: 1,
  1: 1,
  strict: 2,
  deny: 2,
  error: 2,
  2: 2,
  strong: 3,
  forbid: 3,
}
const simple = /^\W*(?:@(ts-check|flow)\b|#?\s*(typed|pyright):)\s*(true|strict|strong)?/

/** The first thing that a file had a checker look at, and that is looked at less or no more. */
export function lostAttention(file: ChangedFile): string | null {
  const { path, before, after } = file
  if (before === null || after === null || !anyWord.test(before)) return null
  const now = attentionIn(path, after)
  const lost = [...attentionIn(path, before)].find(([what, rank]) => rank > (now.get(what) ?? 0))
  const isStricter = lost?.[0].startsWith('mypy: ') === true && now.has('mypy: strict')
  return lost === undefined || isStricter ? null : lost[0]
}

function attentionIn(path: string, text: string): Attention {
  const lines = sourceLines(path, text)
  const code = lines.map(({ bare }) => bare).join('\n')
  const found = [
    ...lines.flatMap(({ comment }) => (anyWord.test(comment) ? inComment(comment.trim()) : [])),
    ...(path.endsWith('.rs') ? lintsIn(code) : []),
    ...(/\.php$/i.test(path) && /\bdeclare\s*\(\s*strict_types\s*=\s*1\s*\)/.test(code)
      ? [['declare(strict_types=1)', 1] as const]
      : []),
  ]
  const ranked = new Map<string, number>()
  for (const [what, rank] of found) ranked.set(what, Math.max(rank, ranked.get(what) ?? 0))
  return ranked
}

function inComment(comment: string): readonly (readonly [what: string, rank: number])[] {
  const [, mark, tool, how = 'true'] = simple.exec(comment) ?? []
  if (mark !== undefined) return [[`@${mark}`, ranks[how] ?? 1]]
  if (tool === 'typed' || (tool === 'pyright' && how === 'strict')) return [[`${tool}:`, ranks[how] ?? 1]]
  const mypy = /^#\s*mypy:\s*(.*)$/.exec(comment)?.[1]?.split(',') ?? []
  const rules = /^eslint\s+(?=[\w@/-]+\s*:)(?!.*(?:\boff\b|:\s*\[?\s*0))(.*)$/s.exec(comment)?.[1] ?? ''
  return [
    ...mypy
      .map((each) => each.trim().replaceAll('_', '-'))
      .filter((each) =>
        /^(?:strict|disallow|warn|check|enable|no-implicit|extra)[\w-]*(?:\s*=(?!\s*false).*)?$/i.test(each),
      )
      .map((each) => [`mypy: ${each}`, 1] as const),
    ...[...rules.matchAll(/([\w@/-]+)\s*:\s*\[?\s*["']?(error|warn|[12])\b/g)].map(
      ([, rule = '', how = '']) => [`eslint ${rule}`, ranks[how] ?? 1] as const,
    ),
  ]
}

/** Rust's lints by the attributes that ask for them, one by one. */
function lintsIn(code: string): readonly (readonly [what: string, rank: number])[] {
  const attributes = code.matchAll(
    /#!?\[\s*(?:cfg_attr\s*\([^[\]]*,\s*)?(warn|deny|forbid)\s*\(([^()[\]]*)\)/g,
  )
  return [...attributes].flatMap(([, how = '', lints = '']) =>
    lints
      .split(',')
      .map((each) => each.trim())
      .filter((each) => /^[\w:]+$/.test(each))
      .map((each) => [`lint ${each}`, ranks[how] ?? 1] as const),
  )
}
