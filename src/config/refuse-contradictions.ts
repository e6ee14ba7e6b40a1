import type { SettingSource } from './choose-settings.ts'
import type { PolicySettings } from './complete-policy.ts'
import { refuseAny } from './refuse-values.ts'

/** Throws `bad-input` where values that are right by themselves cannot hold together; the lower of two is blamed. */
export function refuseContradictions(
  { discuss, 'tier-files': files }: PolicySettings,
  sources: Readonly<Record<string, SettingSource>>,
): void {
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
  refuseAny(problems)
}
