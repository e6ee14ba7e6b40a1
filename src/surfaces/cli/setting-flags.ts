import type { GivenValue } from '../../config/read-values.ts'

/** The flags of `run` that are settings, with the key each one sets. */
export interface SettingFlags {
  readonly agent?: string
  readonly model?: string
  readonly fallback?: readonly string[]
  readonly verify?: readonly string[]
  readonly prepare?: string | boolean
  readonly freshHome?: boolean
  readonly isolation?: string
  readonly parallel?: string
  readonly attempts?: string
  readonly turns?: string
  readonly tokens?: string
  readonly usd?: string
  readonly time?: string
  readonly branch?: string
  readonly policy?: string
  readonly tier?: string
}

const keys: Record<keyof SettingFlags, string> = {
  agent: 'agent',
  model: 'model',
  fallback: 'fallback',
  verify: 'verify',
  prepare: 'prepare',
  freshHome: 'fresh-home',
  isolation: 'isolation',
  parallel: 'limits.parallel',
  attempts: 'limits.attempts',
  turns: 'limits.turns',
  tokens: 'limits.tokens',
  usd: 'limits.usd',
  time: 'limits.time',
  branch: 'deliver.branch',
  policy: 'policy.base',
  tier: 'policy.tier',
}

export function settingFlags(flags: SettingFlags): readonly GivenValue[] {
  return (Object.keys(keys) as (keyof SettingFlags)[]).flatMap((flag) => {
    const value = flags[flag]
    // commander gives `true` for a negatable flag that was not used.
    if (value === undefined || (value === true && flag !== 'freshHome')) return []
    return [{ name: value === false ? `--no-${flag}` : flagOf(flag), key: keys[flag], value }]
  })
}

/** As it is typed. */
function flagOf(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}
