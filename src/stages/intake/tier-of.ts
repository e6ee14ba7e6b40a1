import { testPart } from '../../gates/audit/test-file.ts'
import type { ProcessPolicy } from '../../policy/process-policy.ts'
import type { Tier } from '../../policy/tier.ts'
import { deeper } from '../../policy/tier.ts'
import { asksHow } from './request-clarity.ts'
import { sentencesOf } from './tool-mandates.ts'

/** What makes a job graver than its files say, by the words that tell it. */
const RISKS: readonly (readonly [string, RegExp])[] = [
  [
    'security',
    /\b(?:securit\w+|auth(?:n|z|entication|orization|orisation)?|logins?|passwords?|tokens?|secrets?|credentials?|encrypt\w*|decrypt\w*|oauth|sso|permissions?|csrf|xss|injection)\b/i,
  ],
  ['a migration', /\b(?:migrat\w+|schema changes?|backfill\w*|drop (?:the )?(?:table|column)s?)\b/i],
  ['payment', /\b(?:payments?|billing|invoices?|checkout|refunds?|stripe|paypal)\b/i],
  [
    'concurrency',
    /\b(?:concurren\w+|race conditions?|deadlocks?|mutex\w*|thread[ -]?safe\w*|multi-?thread\w*|parallel\w*|atomic\w*)\b/i,
  ],
  [
    'the public interface',
    /\b(?:public api|public interface|breaking change\w*|backwards?[ -]compatib\w+|deprecat\w+)\b/i,
  ],
]

const FAR = /\b(?:across|all|every|everywhere|entire|whole|throughout|each of)\b/i
const DOCUMENT = /(?:^|\/)docs?\/|\.(?:md|mdx|rst|adoc|txt)$/i

export interface TierSigns {
  readonly objective: string
  readonly isClear: boolean
  readonly likelyFiles: readonly string[]
  /** Whether the request itself names what is touched. */
  readonly isNamed: boolean
}

export type JudgedTier = { readonly tier: Tier; readonly reasons: readonly string[] }

/** How deep a job goes, by rules that can be read. What is in doubt makes it deeper, never shallower. */
export function tierOf(
  { objective, isClear, likelyFiles, isNamed }: TierSigns,
  { tier: wanted, tierFiles }: Pick<ProcessPolicy, 'tier' | 'tierFiles'>,
): JudgedTier {
  if (wanted !== 'auto') return { tier: wanted, reasons: ['the policy says so'] }
  const touched = likelyFiles.filter((path) => testPart(path) === null)
  const isDocuments = touched.length > 0 && touched.every(isDocument)
  const risks = RISKS.filter(([, words]) => words.test(objective)).map(([risk]) => risk)
  const demands = demandsIn(objective)
  const raised: JudgedTier[] = [
    byFiles(touched.length, isDocuments ? { ...tierFiles, trivial: tierFiles.small } : tierFiles),
    ...(risks.length === 0
      ? []
      : [
          {
            tier: risks.length > 1 ? 'large' : 'medium',
            reasons: [`it is about ${risks.join(' and ')}`],
          } as const,
        ]),
    ...(FAR.test(objective) && !isDocuments
      ? [{ tier: 'medium', reasons: ['it reaches across the repository'] } as const]
      : []),
    ...(demands < 2
      ? []
      : [
          {
            tier: demands >= 6 ? 'large' : demands >= 3 ? 'medium' : 'small',
            reasons: [`it asks for ${demands} things`],
          } as const,
        ]),
    ...(asksHow(objective) ? [{ tier: 'medium', reasons: ['it asks how it should be done'] } as const] : []),
    ...(isClear ? [] : [{ tier: 'small', reasons: ['it was not clear'] } as const]),
  ]
  const tier = raised.reduce<Tier>((deepest, each) => deeper(deepest, each.tier), 'trivial')
  const reasons = raised.filter((each) => each.tier === tier).flatMap((each) => each.reasons)
  const isSure = isDocuments || (isNamed && touched.length <= tierFiles.trivial)
  if (tier !== 'trivial' || isSure) return { tier, reasons }
  return { tier: 'small', reasons: [...reasons, 'which is only a guess'] }
}

export function isDocument(path: string): boolean {
  return DOCUMENT.test(path)
}

function byFiles(count: number, most: ProcessPolicy['tierFiles']): JudgedTier {
  if (count === 0) return { tier: 'small', reasons: ['nothing says which files it touches'] }
  const reasons = [`it likely touches ${count === 1 ? '1 file' : `${count} files`}`]
  if (count <= most.trivial) return { tier: 'trivial', reasons }
  return { tier: count <= most.small ? 'small' : count <= most.medium ? 'medium' : 'large', reasons }
}

/** Separate things that are asked for: items of a list, or else sentences and halves of them that command. */
export function demandsIn(objective: string): number {
  const items = [...objective.matchAll(/^\s*(?:[-*•]|\d+[.)])\s+\S/gm)].length
  if (items > 0) return items
  const commands =
    /\b(?:add|fix|implement|create|write|remove|delete|rename|move|update|upgrade|refactor|change|replace|support|document|migrate|make|build|improve|introduce|test)\b/i
  return sentencesOf(objective)
    .flatMap((sentence) => sentence.split(/[,;]\s+(?:and\s+|then\s+)?|\s+(?:and|then|and then)\s+/i))
    .filter((part) => new RegExp(`^(?:also |please |then )?${commands.source}`, 'i').test(part.trim())).length
}
