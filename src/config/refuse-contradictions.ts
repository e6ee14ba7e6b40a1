import type { SettingSource } from './choose-settings.ts'
import { isAtLeast } from '../kernel/ports/isolation.ts'
import { runPolicyOf } from './run-policy-of.ts'
import type { Settings } from './settings.ts'
import { refuseAny } from './refuse-values.ts'

/** Throws `bad-input` where values that are right by themselves cannot hold together; the lower of two is blamed. */
export function refuseContradictions(
  settings: Pick<Settings, 'isolation' | 'limits' | 'policy'>,
  sources: Readonly<Record<string, SettingSource>>,
): void {
  const { isolation } = settings
  const policy = runPolicyOf(settings)
  const { discuss, tierFiles: files } = policy.process
  const ordered = [
    ['discuss.least-questions', discuss.leastQuestions, 'discuss.most-questions', discuss.mostQuestions],
    ['tier-files.trivial', files.trivial, 'tier-files.small', files.small],
    ['tier-files.small', files.small, 'tier-files.medium', files.medium],
  ] as const
  const problems = ordered.flatMap(([low, least, high, most]) => {
    if (least <= most) return []
    const blamed = sources[`policy.${low}`]?.source === 'default' ? high : low
    const text = `\`policy.${low}\` (${least}) must not be above \`policy.${high}\` (${most})`
    return [{ name: sources[`policy.${blamed}`]?.where ?? blamed, text }]
  })
  if (!isAtLeast(isolation, policy.isolation)) {
    const name = sources['isolation']?.where ?? 'isolation'
    problems.push({
      name,
      text: `\`isolation\` (${isolation}) must not be below \`policy.isolation\` (${policy.isolation})`,
    })
  }
  refuseAny(problems)
}
