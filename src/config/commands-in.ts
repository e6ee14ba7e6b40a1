import { oneLine } from './one-line.ts'
import type { WrittenSettings } from './settings-schema.ts'

/** One thing that settings would start, or let out, and the key that says so. */
export interface SettingEffect {
  readonly key: string
  readonly what: string
}

/** What settings would have run on this machine, and what of the user's they would hand to it; on one line each. */
export function commandsIn(settings: WrittenSettings): readonly SettingEffect[] {
  const { agent, agents = {}, roles = {}, verify = [], prepare, copy = [], env = {} } = settings
  const effects: readonly (readonly [string, string | undefined])[] = [
    ['agent', agent],
    ...Object.entries(agents).map(([name, { command }]) => [`agents.${name}`, words(command)] as const),
    ...Object.entries(roles).map(([name, role]) => [`roles.${name}`, role.agent] as const),
    ['prepare', prepare === false ? undefined : prepare],
    ...verify.map((gate) => ['verify', typeof gate === 'string' ? gate : gate.command] as const),
    ['copy', listed(copy)],
    ['env.pass', listed(env.pass ?? [])],
    ['env.set', listed(Object.keys(env.set ?? {}))],
  ]
  return effects.flatMap(([key, what]) =>
    what === undefined ? [] : [{ key: oneLine(key), what: oneLine(what) }],
  )
}

function words(command: string | readonly string[]): string {
  return typeof command === 'string' ? command : command.join(' ')
}

function listed(names: readonly string[]): string | undefined {
  return names.length === 0 ? undefined : names.join(', ')
}
