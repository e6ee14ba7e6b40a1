import { MODEL_HOSTS } from './known-hosts.ts'
import type { AcpWay, ProgramProfile } from './program-profile.ts'

const ASKS = JSON.stringify({ edit: 'ask', bash: 'ask', webfetch: 'ask', external_directory: 'ask' })
const DENIES = JSON.stringify({ edit: 'deny', bash: 'ask', webfetch: 'ask', external_directory: 'ask' })

const SCRIPTED = {
  model: 'scripted/scripted-model',
  small_model: 'scripted/scripted-model',
  autoupdate: false,
  share: 'disabled',
  enabled_providers: ['scripted'],
  provider: {
    scripted: {
      npm: '@ai-sdk/openai-compatible',
      options: { baseURL: '{url}/v1', apiKey: 'fake' },
      models: {
        'scripted-model': { limit: { context: 128_000, output: 8000 }, cost: { input: 1, output: 2 } },
      },
    },
  },
}

/** What sets a program apart that was made out of OpenCode. */
export interface OpencodeKin extends Pick<ProgramProfile, 'name' | 'title' | 'tried' | 'headless' | 'hosts'> {
  /** Folders below the home that it has beside those of its name. */
  readonly homes?: readonly string[]
  readonly modes: { readonly read: string; readonly write: string }
  readonly ends: AcpWay['ends']
}

/** OpenCode, and programs that differ from it by little more than their name. */
export function opencodeFamily(kin: OpencodeKin): ProgramProfile {
  const { name, title, tried, headless, hosts, homes = [], modes, ends } = kin
  const prefix = name.toUpperCase()
  return {
    name,
    title,
    tried,
    version: [name, '--version'],
    acp: {
      command: [name, 'acp'],
      sessions: 'many',
      resumes: true,
      model: { bySession: true },
      tokens: 'last-call',
      usd: 'cumulative',
      access: {
        read: { mode: modes.read, variables: { [`${prefix}_PERMISSION`]: DENIES } },
        write: { mode: modes.write, variables: { [`${prefix}_PERMISSION`]: ASKS } },
      },
      checks: null,
      readOnly: 'program',
      refusal: 'ends',
      tools: { http: true, stdio: true, shown: 'at-once' },
      ends,
    },
    headless,
    login: {
      files: [`.local/share/${name}/auth.json`],
      variables: ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY'],
      how: `run \`${name} auth login\``,
    },
    hosts: [
      ...hosts,
      'models.dev',
      ...MODEL_HOSTS.anthropic,
      ...MODEL_HOSTS.google,
      ...MODEL_HOSTS.openai,
      ...MODEL_HOSTS.openrouter,
    ],
    variables: [`${prefix}_*`, 'OPENAI_*', 'ANTHROPIC_*', 'GOOGLE_*', 'OPENROUTER_*'],
    quiet: {
      [`${prefix}_DISABLE_MODELS_FETCH`]: '1',
      [`${prefix}_DISABLE_AUTOUPDATE`]: '1',
      [`${prefix}_DISABLE_LSP_DOWNLOAD`]: '1',
    },
    homes: [`.config/${name}`, `.local/share/${name}`, `.local/state/${name}`, `.cache/${name}`, ...homes],
    homeVariables: {},
    troubles: [],
    scripted: {
      wire: 'openai-chat',
      model: 'scripted/scripted-model',
      variables: { [`${prefix}_CONFIG_CONTENT`]: JSON.stringify(SCRIPTED) },
      files: {},
    },
  }
}
