import { geminiHeadless } from './headless/gemini.ts'
import { MODEL_HOSTS } from './known-hosts.ts'
import type { ProgramProfile } from './program-profile.ts'

export const gemini: ProgramProfile = {
  name: 'gemini',
  title: 'Gemini CLI',
  tried: [{ package: '@google/gemini-cli', version: '0.61.0' }],
  version: ['gemini', '--version'],
  acp: {
    command: ['gemini', '--acp'],
    sessions: 'many',
    resumes: false,
    model: {
      bySession: true,
      argument: '-m',
      told: ['_meta', 'quota', 'model_usage', '0', 'model'],
    },
    tokens: 'per-turn',
    usd: 'never',
    access: { read: { mode: 'default' }, write: { mode: 'default' } },
    checks: null,
    readOnly: 'refusals',
    refusal: 'goes-on',
    tools: { http: true, stdio: true, shown: 'at-once' },
    ends: 'kill',
  },
  headless: geminiHeadless,
  login: {
    files: ['.gemini/oauth_creds.json'],
    variables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    how: 'run `gemini` and log in, or set GEMINI_API_KEY',
  },
  hosts: MODEL_HOSTS.google,
  variables: ['GEMINI_*', 'GOOGLE_*'],
  quiet: { GEMINI_CLI_NO_RELAUNCH: 'true' },
  homes: ['.gemini'],
  homeVariables: { GEMINI_CLI_HOME: '' },
  troubles: [],
  scripted: {
    wire: 'gemini',
    model: 'gemini-2.5-flash',
    variables: {
      GEMINI_API_KEY: 'fake',
      GOOGLE_GEMINI_BASE_URL: '{url}',
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    },
    files: {
      '.gemini/settings.json': JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' } },
        general: { enableAutoUpdate: false },
        privacy: { usageStatisticsEnabled: false },
        model: { name: 'gemini-2.5-flash' },
      }),
    },
  },
}
