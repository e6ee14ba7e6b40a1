import type { Inspection, Issue, Subject } from '../../contracts/inspection.ts'
import type { ReviewFact } from '../facts.ts'
import type { ReadChange } from './read-change.ts'

/** What became of one issue; `blocking` only when the program could check what it says. */
export type WeighedIssue = Issue & {
  readonly by: string
  readonly weight: 'blocking' | 'major' | 'minor'
}

/**
 * How heavy an issue must be to block, by who has it: a critic blocks only by a verdict that says so, a designer only
 * by what keeps somebody from using the work.
 */
const grave: Readonly<Record<string, (verdict: Inspection['verdict']) => readonly Issue['severity'][]>> = {
  reviewer: () => ['critical', 'major'],
  critic: (verdict) => (verdict === 'failed' ? ['critical', 'major'] : []),
  designer: () => ['critical'],
  'mobile-designer': () => ['critical'],
}

/**
 * An issue blocks when it is heavy enough, was seen, has evidence, and points into the change. Beyond one task
 * it must also be about something that was agreed on or about a risk with a name.
 */
export function weighIssues(
  by: string,
  { issues, verdict }: Inspection,
  change: Pick<ReadChange, 'files'>,
  subjects: readonly Subject[] | null,
): readonly WeighedIssue[] {
  const known = subjects === null ? null : new Set(subjects.map(({ id }) => id.toLowerCase()))
  return issues.map((issue) => {
    const { severity, confirmed, evidence, file, line, about } = issue
    const changed = change.files.find(({ path }) => path === file)
    const stands =
      grave[by]?.(verdict).includes(severity) === true &&
      confirmed &&
      evidence !== '' &&
      changed !== undefined &&
      (line === null || line <= changed.lines) &&
      (known === null || known.has((about ?? '').toLowerCase()))
    return { ...issue, by, weight: stands ? 'blocking' : severity === 'minor' ? 'minor' : 'major' }
  })
}

/** One that is unsure or abstains never passes for an approval. */
export function verdictOf(
  { verdict, confidence }: Inspection,
  weighed: readonly WeighedIssue[],
  leastConfidence: number,
): ReviewFact['verdict'] {
  if (weighed.some(({ weight }) => weight === 'blocking')) return 'blocked'
  if (verdict === 'abstain' || confidence < leastConfidence) return 'abstained'
  return verdict === 'approved' ? 'approved' : 'advised'
}

/** What a review leaves for people to read; one that is no verdict says why. */
export function objectionsOf(
  by: string,
  { summary }: Inspection,
  weighed: readonly WeighedIssue[],
  verdict: ReviewFact['verdict'],
): readonly Objection[] {
  const unsure: Objection = {
    by,
    severity: 'minor',
    text: `No verdict: ${summary}`,
    about: null,
    where: null,
  }
  return [...weighed.map(objectionOf), ...(verdict === 'abstained' ? [unsure] : [])]
}

export function objectionOf({ by, weight, text, about, file, line }: WeighedIssue): Objection {
  const where = file === null ? null : `${file}${line === null ? '' : `:${line}`}`
  return { by, severity: weight, text, about, where }
}

type Objection = ReviewFact['objections'][number]
