import type { SettingsChoice } from './choose-settings.ts'
import type { PolicySettings } from './policy-settings.ts'
import { DEFAULT_POLICY } from './policy-settings.ts'

/** The `policy` group, each value chosen by itself. */
export function takePolicy({ take, takeByName }: SettingsChoice): PolicySettings {
  const { protect, failures, ...usual } = DEFAULT_POLICY
  return {
    base: take('policy.base', (written) => written.policy?.base) ?? usual.base,
    order: take('policy.order', (written) => written.policy?.order) ?? usual.order,
    'write-set': take('policy.write-set', (written) => written.policy?.['write-set']) ?? usual['write-set'],
    'unknown-write-set':
      take('policy.unknown-write-set', (written) => written.policy?.['unknown-write-set']) ??
      usual['unknown-write-set'],
    protect: {
      tests: take('policy.protect.tests', (written) => written.policy?.protect?.tests) ?? protect.tests,
      gates: take('policy.protect.gates', (written) => written.policy?.protect?.gates) ?? protect.gates,
      ci: take('policy.protect.ci', (written) => written.policy?.protect?.ci) ?? protect.ci,
      'lock-files':
        take('policy.protect.lock-files', (written) => written.policy?.protect?.['lock-files']) ??
        protect['lock-files'],
      paths: take('policy.protect.paths', (written) => written.policy?.protect?.paths) ?? protect.paths,
    },
    failures: {
      task: take('policy.failures.task', (written) => written.policy?.failures?.task) ?? failures.task,
      wave: take('policy.failures.wave', (written) => written.policy?.failures?.wave) ?? failures.wave,
      run: take('policy.failures.run', (written) => written.policy?.failures?.run) ?? failures.run,
      same: take('policy.failures.same', (written) => written.policy?.failures?.same) ?? failures.same,
    },
    replans: take('policy.replans', (written) => written.policy?.replans) ?? usual.replans,
    'flake-runs':
      take('policy.flake-runs', (written) => written.policy?.['flake-runs']) ?? usual['flake-runs'],
    batch: take('policy.batch', (written) => written.policy?.batch) ?? usual.batch,
    roles: Object.fromEntries(takeByName('policy.roles', (written) => written.policy?.roles)),
    agents: Object.fromEntries(takeByName('policy.agents', (written) => written.policy?.agents)),
  }
}
