import { BUILT_IN_POLICIES } from '../policy/built-in-policies.ts'
import { checkPolicy } from './check-settings.ts'
import type { SettingProblem } from './check-settings.ts'
import type { ParsedSettings } from './parse-settings.ts'
import type { WrittenPolicy } from './policy-schema.ts'
import { isBuiltIn } from './policy-settings.ts'
import { locate, readDocument, refuseDocument } from './read-document.ts'

/**
 * Reads the text of a policy file: what stands under `policy` in tutti.yaml, by itself. Throws `bad-input` that
 * lists every problem with its line and column. Contract: its base is a built-in policy, so that no file leads
 * to another.
 */
export function parsePolicy(text: string, file: string): ParsedSettings {
  const yaml = readDocument(text, file)
  if (yaml.value === null) return { settings: {}, locations: {} }
  const { settings, problems } = checkPolicy(yaml.value)
  const found = settings === null ? problems : foreignBase(settings)
  if (settings === null || found.length > 0) {
    throw refuseDocument(
      file,
      found.map(({ path, on, text: problem }) => ({ ...yaml.placeOf(path, on), text: problem })),
    )
  }
  const locations = yaml.paths.map(
    (path) => [['policy', ...path].join('.'), locate(file, yaml.placeOf(path, 'key'))] as const,
  )
  return { settings: { policy: settings }, locations: Object.fromEntries(locations) }
}

function foreignBase({ base }: WrittenPolicy): readonly SettingProblem[] {
  if (base === undefined || isBuiltIn(base)) return []
  const text = `\`base\` of a policy file must be one of ${BUILT_IN_POLICIES.join(', ')}`
  return [{ path: ['base'], on: 'value', text }]
}
