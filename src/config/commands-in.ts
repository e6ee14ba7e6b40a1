import type { WrittenAgent } from './agent-schemas.ts'
import { oneLine } from './one-line.ts'
import type { WrittenSettings } from './settings-schema.ts'

/** One thing that settings would start, or let out, and the key that says so. */
export interface SettingEffect {
  readonly key: string
  readonly what: string
}

/** What settings would have run on this machine, and what of the user's they would hand to it; on one line each. */
export function commandsIn(settings: WrittenSettings): readonly SettingEffect[] {
  const { agent, fallback, agents = {}, roles = {}, verify = [], prepare, copy = [], env = {} } = settings
  const { routes = [], policy, sandbox = {}, isolation } = settings
  const effects: readonly (readonly [string, string | undefined])[] = [
    ['agent', agent],
    ['fallback', listed(fallback)],
    ...Object.entries(agents).map(([name, each]) => [`agents.${name}`, started(each)] as const),
    ...Object.entries(roles).flatMap(([name, role]) => chosen(`roles.${name}`, role)),
    ...routes.flatMap((route) => chosen('routes', route)),
    ...(policy?.routes ?? []).flatMap((route) => chosen('policy.routes', route)),
    ['prepare', prepare === false ? undefined : prepare],
    ...verify.map((gate) => ['verify', typeof gate === 'string' ? gate : gate.command] as const),
    ['copy', listed(copy)],
    ['env.pass', listed(env.pass)],
    ['sandbox.readable', listed(sandbox.readable)],
    ['sandbox.writable', listed(sandbox.writable)],
    ['sandbox.hosts', listed(sandbox.hosts)],
    ['isolation', isolation],
    ['env.set', listed(Object.keys(env.set ?? {}))],
  ]
  return effects.flatMap(([key, what]) =>
    what === undefined ? [] : [{ key: oneLine(key), what: oneLine(what) }],
  )
}

type Chosen = { readonly agent?: string; readonly fallback?: readonly string[] }

function chosen(
  key: string,
  { agent, fallback }: Chosen,
): readonly (readonly [string, string | undefined])[] {
  return [
    [key, agent],
    [`${key}.fallback`, listed(fallback)],
  ]
}

/** A known program is started as Tutti knows it, unless the file has a command for it. */
function started({ program, command }: WrittenAgent): string | undefined {
  return command === undefined ? program : typeof command === 'string' ? command : command.join(' ')
}

function listed(names: readonly string[] = []): string | undefined {
  return names.length === 0 ? undefined : names.join(', ')
}
