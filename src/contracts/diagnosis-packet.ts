import type { Diagnosis, LintRule } from './debugger.ts'

/** What an attempt is told about the one before it. Contract: no attempt follows a failed one without it. */
export type DiagnosisPacket = {
  /** What failed, as the conductor saw it. */
  readonly problem: string
  readonly rootCause: string
  readonly location: { readonly path: string; readonly line: number | null } | null
  readonly kind: Diagnosis['kind']
  readonly fix: string
  /** What is different this time. */
  readonly changes: string
  readonly confidence: number
  /** Who says so: an agent that looked, a person, or the conductor, who then says only what it saw. */
  readonly by: 'debugger' | 'person' | 'tutti'
  /** Rules that would have shown it, where the debugger was asked for them. */
  readonly lintRules?: readonly LintRule[]
}

export function packetOf(problem: string, found: Diagnosis): DiagnosisPacket {
  return { problem, ...found, by: 'debugger' }
}

/** For failures that say all there is to know: nobody has to look for their cause. */
export function ownPacket(problem: string, fix: string, changes: string): DiagnosisPacket {
  return {
    problem,
    rootCause: problem,
    location: null,
    kind: 'code',
    fix,
    changes,
    confidence: 1,
    by: 'tutti',
  }
}

export function packetWords({
  problem,
  rootCause,
  location,
  fix,
  changes,
}: DiagnosisPacket): readonly string[] {
  const line = location?.line ?? null
  return [
    `What failed: ${problem}`,
    ...(rootCause === problem ? [] : [`Cause: ${rootCause}`]),
    ...(location === null ? [] : [`Where: ${location.path}${line === null ? '' : `:${line}`}`]),
    `Do now: ${fix}`,
    `What changes this time: ${changes}`,
  ]
}
