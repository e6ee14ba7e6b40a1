import type { YAMLMap } from 'yaml'
import { Document, isMap, isNode, isPair, isScalar } from 'yaml'
import type { SettingSource } from './choose-settings.ts'
import { oneLine } from './one-line.ts'
import type { PolicySettings } from './policy-schema.ts'

/**
 * A complete policy as a policy file, each value with a comment that says where it comes from. Contract: it parses,
 * and means the same policy.
 */
export function renderPolicy(
  policy: PolicySettings,
  builtIn: string,
  sources: Readonly<Record<string, SettingSource>>,
): string {
  const document = new Document({ ...policy, base: builtIn }, { aliasDuplicateObjects: false })
  const visit = (map: YAMLMap, path: readonly string[]): void => {
    for (const pair of map.items) {
      if (!isPair(pair) || !isScalar(pair.key) || !isNode(pair.value)) continue
      const here = [...path, String(pair.key.value)]
      if (isMap(pair.value) && pair.value.items.length > 0) visit(pair.value, here)
      else {
        if (!isScalar(pair.value)) (pair.value as YAMLMap).flow = true
        pair.value.comment = ` ${whereOf(here, builtIn, sources)}`
      }
    }
  }
  if (isMap(document.contents)) visit(document.contents, [])
  return document.toString({ lineWidth: 0, flowCollectionPadding: false })
}

/** Members of a named group have a source of their own; what nobody wrote is the built-in policy's. */
function whereOf(
  path: readonly string[],
  builtIn: string,
  sources: Readonly<Record<string, SettingSource>>,
): string {
  for (let length = path.length; length > 0; length--) {
    const found = sources[['policy', ...path.slice(0, length)].join('.')]
    if (found !== undefined && found.source !== 'default') return oneLine(found.where)
  }
  return builtIn
}
