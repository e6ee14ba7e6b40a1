import type { SettingSource } from './choose-settings.ts'
import { isAtLeast } from '../kernel/ports/isolation.ts'
import type { Settings } from './settings.ts'
import { refuseAny } from './refuse-values.ts'

/** Throws `bad-input` where values that are right by themselves cannot hold together; the lower of two is blamed. */
export function refuseContradictions(
  { isolation, policy }: Pick<Settings, 'isolation' | 'policy'>,
  sources: Readonly<Record<string, SettingSource>>,
): void {
  const { discuss, 'tier-files': files, isolation: least } = policy
  const ordered = [
    [
      'discuss.least-questions',
      discuss['least-questions'],
      'discuss.most-questions',
      discuss['most-questions'],
    ],
    ['tier-files.trivial', files.trivial, 'tier-files.small', files.small],
    ['tier-files.small', files.small, 'tier-files.medium', files.medium],
  ] as const
  const problems = ordered.flatMap(([low, least, high, most]) => {
    if (least <= most) return []
    const blamed = sources[`policy.${low}`]?.source === 'default' ? high : low
    const text = `\`policy.${low}\` (${least}) must not be above \`policy.${high}\` (${most})`
    return [{ name: sources[`policy.${blamed}`]?.where ?? blamed, text }]
  })
  if (!isAtLeast(isolation, least)) {
    const name = sources['isolation']?.where ?? 'isolation'
    problems.push({
      name,
      text: `\`isolation\` (${isolation}) must not be below \`policy.isolation\` (${least})`,
    })
  }
  refuseAny(problems)
}
