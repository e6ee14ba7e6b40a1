import type { IsolationLevel } from '../kernel/ports/isolation.ts'
import type { GateKind } from './gate-kind.ts'
import type { TestCounts } from './reports/test-report.ts'

/** Why a verdict is not `passed`. */
export type VerdictCause =
  | 'failed-tests'
  | 'unstable-tests'
  | 'vanished-tests'
  | 'no-tests'
  | 'unreadable-report'
  | 'timed-out'
  | 'exit-code'
  | 'rewritten-files'
  | 'not-prepared'
  | 'disturbed'

/** What Tutti found when it ran the proving commands on one commit. An errored verdict is never a pass. */
export type Verdict = {
  readonly status: 'passed' | 'failed' | 'errored'
  readonly commit: string
  readonly tree: string
  /** One clear sentence for a person. */
  readonly message: string
  readonly cause: VerdictCause | null
  /** Over all gates; `null` when none of them told. */
  readonly counts: TestCounts | null
  /** Tests that failed and are to be blamed on the change; at most 50 of each of these lists. */
  readonly failedTests: readonly string[]
  /** Tests that failed on the base already. */
  readonly knownFailures: readonly string[]
  /** Tests that ran before and do not run now. */
  readonly vanished: readonly string[]
  /** Tests that failed by chance, as they do on the base. */
  readonly flaky: readonly string[]
  /** The step or the earlier run whose evidence this is; `null` when it is this verdict's own. */
  readonly reusedFrom: string | null
  readonly evidence: readonly Evidence[]
}

export type Evidence = {
  /** The gate's name. */
  readonly name: string
  readonly kind: GateKind
  readonly command: string
  readonly exitCode: number | null
  readonly durationMs: number
  readonly counts: TestCounts | null
  readonly outputFile: string
  /** The end of what it printed. */
  readonly output: string
  /** Processes the command left behind, which were ended. */
  readonly leftovers: number
  /** Names of variables that the command was not given. */
  readonly withheld: readonly string[]
  /** How far it was kept apart from the machine; absent where nobody told. */
  readonly isolation?: IsolationLevel
}

const absent = {
  cause: null,
  counts: null,
  failedTests: [],
  knownFailures: [],
  vanished: [],
  flaky: [],
  reusedFrom: null,
} as const

/** A verdict from a journal; those of older versions tell less. */
export function completeVerdict(recorded: Partial<Verdict>): Verdict {
  const { status = 'errored', commit = '', tree = '', message = '' } = recorded
  const evidence = (recorded.evidence ?? []).map((each) => nameEvidence(each))
  return { ...absent, ...recorded, status, commit, tree, message, evidence }
}

function nameEvidence(recorded: Partial<Evidence> & Pick<Evidence, 'command'>): Evidence {
  const { command, name = command, kind = 'custom', counts = null } = recorded
  return { ...recorded, command, name, kind, counts } as Evidence
}
