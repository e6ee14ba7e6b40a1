import { kiloHeadless } from './headless/kilo.ts'
import type { ProgramProfile } from './program-profile.ts'

const ASKS = JSON.stringify({ edit: 'ask', bash: 'ask', webfetch: 'ask', external_directory: 'ask' })
const DENIES = JSON.stringify({ edit: 'deny', bash: 'ask', webfetch: 'ask', external_directory: 'ask' })

export const kilo: ProgramProfile = {
  name: 'kilo',
  title: 'Kilo',
  tried: [{ package: '@kilocode/cli', version: '7.7.7' }],
  version: ['kilo', '--version'],
  acp: {
    command: ['kilo', 'acp'],
    sessions: 'many',
    resumes: true,
    model: { bySession: true },
    tokens: 'last-call',
    usd: 'cumulative',
    access: {
      read: { mode: 'code', variables: { KILO_PERMISSION: DENIES } },
      write: { mode: 'code', variables: { KILO_PERMISSION: ASKS } },
    },
    checks: null,
    readOnly: 'program',
    refusal: 'ends',
    tools: { http: true, stdio: true, shown: 'at-once' },
    ends: 'term',
  },
  headless: kiloHeadless,
  login: {
    files: ['.local/share/kilo/auth.json'],
    variables: ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY'],
    how: 'run `kilo auth login`',
  },
  variables: ['KILO_*', 'OPENAI_*', 'ANTHROPIC_*', 'GOOGLE_*', 'OPENROUTER_*'],
  quiet: {
    KILO_DISABLE_MODELS_FETCH: '1',
    KILO_DISABLE_AUTOUPDATE: '1',
    KILO_DISABLE_LSP_DOWNLOAD: '1',
  },
  homes: ['.config/kilo', '.local/share/kilo', '.local/state/kilo', '.cache/kilo'],
  homeVariables: {},
  troubles: [],
  scripted: {
    wire: 'openai-chat',
    model: 'scripted/scripted-model',
    variables: {
      KILO_CONFIG_CONTENT: JSON.stringify({
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
      }),
    },
    files: {},
  },
}
