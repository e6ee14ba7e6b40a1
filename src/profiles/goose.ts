import { gooseHeadless } from './headless/goose.ts'
import { MODEL_HOSTS } from './known-hosts.ts'
import type { ProgramProfile } from './program-profile.ts'

export const goose: ProgramProfile = {
  name: 'goose',
  title: 'goose',
  tried: [{ package: '@aaif/goose', version: '0.20.1' }],
  version: ['goose', '--version'],
  acp: {
    command: ['goose', 'acp', '--with-builtin', 'developer'],
    sessions: 'many',
    resumes: true,
    model: { bySession: true, variable: 'GOOSE_MODEL' },
    tokens: 'last-call',
    usd: 'never',
    access: { read: { mode: 'approve' }, write: { mode: 'approve' } },
    checks: null,
    readOnly: 'refusals',
    refusal: 'goes-on',
    tools: { http: true, stdio: true, shown: 'at-once' },
    ends: 'term',
  },
  headless: gooseHeadless,
  login: {
    files: ['.config/goose/config.yaml'],
    variables: ['GOOSE_PROVIDER'],
    how: 'run `goose configure`',
  },
  hosts: [...MODEL_HOSTS.anthropic, ...MODEL_HOSTS.google, ...MODEL_HOSTS.openai, ...MODEL_HOSTS.openrouter],
  variables: ['GOOSE_*', 'OPENAI_*', 'ANTHROPIC_*', 'GOOGLE_*', 'OLLAMA_*', 'OPENROUTER_*', 'DATABRICKS_*'],
  quiet: { GOOSE_TELEMETRY_ENABLED: 'false' },
  homes: ['.goose', '.config/goose', '.local/share/goose', '.local/state/goose', '.cache/goose'],
  homeVariables: { GOOSE_PATH_ROOT: '.goose' },
  troubles: [{ says: /missing provider|no provider (is )?configured/i, means: 'unauthorised' }],
  scripted: {
    wire: 'openai-chat',
    model: 'scripted-model',
    variables: {
      GOOSE_PROVIDER: 'openai',
      GOOSE_MODEL: 'scripted-model',
      GOOSE_DISABLE_KEYRING: '1',
      OPENAI_HOST: '{url}',
      OPENAI_BASE_PATH: 'v1/chat/completions',
      OPENAI_API_KEY: 'fake',
    },
    files: {},
  },
}
