import { join } from 'node:path'
import type { Access } from '../../../kernel/ports/agents.ts'
import type { LaunchRequest } from '../../../kernel/ports/processes.ts'
import { isJsonRecord, type JsonRecord } from '../../../kernel/untrusted-json.ts'
import type { Arrangement } from '../../../profiles/arrangement.ts'
import type { ProgramProfile } from '../../../profiles/program-profile.ts'
import type { ConfiguredAgent } from './configured-agent.ts'

type Variables = Readonly<Record<string, string>>

export type ArrangedLaunch = Pick<LaunchRequest, 'argv' | 'env'>

/**
 * The command line and variables of an ACP agent for one access. What keeps a role from writing and which model
 * was chosen is laid over what the user set; `quiet` is laid under it.
 */
export function arrangeLaunch(
  agent: ConfiguredAgent,
  access: Access,
  environment: Variables,
): ArrangedLaunch {
  const { program, model } = agent
  const way = program?.acp ?? null
  const arrangement = way?.access[access] ?? {}
  const { argument, variable } = way?.model ?? {}
  const env = arrangeVariables({ ...environment, ...program?.quiet, ...agent.env }, arrangement)
  return {
    argv: [
      ...agent.command,
      ...(arrangement.arguments ?? []),
      ...(model === null || argument === undefined ? [] : [argument, model]),
    ],
    env: model === null || variable === undefined ? env : { ...env, [variable]: model },
  }
}

/** Lays an arrangement's variables over others; those that hold JSON keep what it does not speak of. */
export function arrangeVariables(env: Variables, { variables, merged }: Arrangement): Variables {
  const laid: Record<string, string> = { ...env, ...variables }
  for (const [name, value] of Object.entries(merged ?? {})) {
    laid[name] = JSON.stringify(overlay(parsed(laid[name]), value))
  }
  return laid
}

function overlay(under: unknown, over: JsonRecord): JsonRecord {
  const base = isJsonRecord(under) ? under : {}
  const laid = Object.entries(over).map(([key, value]) => [
    key,
    isJsonRecord(value) ? overlay(base[key], value) : value,
  ])
  return { ...base, ...Object.fromEntries(laid) }
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '{}')
  } catch {
    return {}
  }
}

/** Where a program keeps what is its own, in the home that this environment gives it. */
export function ownFolders(program: ProgramProfile, env: Variables): readonly string[] {
  const home = env['HOME'] ?? ''
  const named = Object.entries(program.homeVariables).flatMap(([name, below]) => {
    const at = env[name] ?? ''
    if (at === '') return []
    return below === '' ? program.homes.map((folder) => join(at, folder)) : [at]
  })
  const homes = program.homes.map((folder) => {
    const base = Object.entries(XDG).find(([, below]) => folder.startsWith(`${below}/`))
    const elsewhere = base === undefined ? undefined : env[base[0]]
    return base === undefined || elsewhere === undefined || elsewhere === ''
      ? join(home, folder)
      : join(elsewhere, folder.slice(base[1].length + 1))
  })
  return [...new Set([...named, ...homes])]
}

const XDG: Readonly<Record<string, string>> = {
  XDG_CONFIG_HOME: '.config',
  XDG_DATA_HOME: '.local/share',
  XDG_STATE_HOME: '.local/state',
  XDG_CACHE_HOME: '.cache',
}
