import type { BuiltInPolicy, RunPolicy } from '../policy/run-policy.ts'
import { standardPolicy } from '../policy/run-policy.ts'

/** The `policy` group, complete, under the names of the file. */
export interface PolicySettings {
  readonly base: BuiltInPolicy
  readonly order: RunPolicy['order']
  readonly 'write-set': RunPolicy['protection']['outside']
  readonly 'unknown-write-set': RunPolicy['unknownWriteSet']
  readonly protect: {
    readonly tests: boolean
    readonly gates: boolean
    readonly ci: boolean
    readonly 'lock-files': boolean
    readonly paths: readonly string[]
  }
  readonly failures: {
    readonly task: number
    readonly wave: number
    readonly run: number
    readonly same: number
  }
  readonly replans: number
  readonly 'flake-runs': number
  readonly batch: number
  readonly roles: Readonly<Record<string, number>>
  readonly agents: Readonly<Record<string, number>>
}

const { fixable } = standardPolicy.failures

export const DEFAULT_POLICY = {
  base: 'standard',
  order: standardPolicy.order,
  'write-set': standardPolicy.protection.outside,
  'unknown-write-set': standardPolicy.unknownWriteSet,
  protect: { tests: true, gates: true, ci: true, 'lock-files': true, paths: [] },
  failures: { task: fixable.task, wave: fixable.wave, run: fixable.run, same: standardPolicy.sameFailures },
  replans: standardPolicy.replans,
  'flake-runs': standardPolicy.flakeRuns,
  batch: standardPolicy.batch,
  roles: {},
  agents: {},
} as const satisfies PolicySettings
