import { opencodeHeadless } from './headless/opencode.ts'
import type { ProgramProfile } from './program-profile.ts'

const ASKS = JSON.stringify({ edit: 'ask', bash: 'ask', webfetch: 'ask', external_directory: 'ask' })
const DENIES = JSON.stringify({ edit: 'deny', bash: 'ask', webfetch: 'ask', external_directory: 'ask' })

export const opencode: ProgramProfile = {
  name: 'opencode',
  title: 'OpenCode',
  tried: [{ package: 'opencode-ai', version: '1.18.33' }],
  version: ['opencode', '--version'],
  acp: {
    command: ['opencode', 'acp'],
    sessions: 'many',
    resumes: true,
    model: { bySession: true },
    tokens: 'last-call',
    usd: 'cumulative',
    access: {
      read: { mode: 'plan', variables: { OPENCODE_PERMISSION: DENIES } },
      write: { mode: 'build', variables: { OPENCODE_PERMISSION: ASKS } },
    },
    checks: null,
    readOnly: 'program',
    refusal: 'ends',
    tools: { http: true, stdio: true, shown: 'at-once' },
    ends: 'input',
  },
  headless: opencodeHeadless,
  login: {
    files: ['.local/share/opencode/auth.json'],
    variables: ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY'],
    how: 'run `opencode auth login`',
  },
  variables: ['OPENCODE_*', 'OPENAI_*', 'ANTHROPIC_*', 'GOOGLE_*', 'OPENROUTER_*'],
  quiet: {
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  },
  homes: ['.config/opencode', '.local/share/opencode', '.local/state/opencode', '.cache/opencode'],
  homeVariables: {},
  troubles: [],
  scripted: {
    wire: 'openai-chat',
    model: 'scripted/scripted-model',
    variables: {
      OPENCODE_CONFIG_CONTENT: JSON.stringify({
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
