import { clineHeadless } from './headless/cline.ts'
import { MODEL_HOSTS } from './known-hosts.ts'
import type { ProgramProfile } from './program-profile.ts'

export const cline: ProgramProfile = {
  name: 'cline',
  title: 'Cline',
  tried: [{ package: 'cline', version: '3.0.65' }],
  version: ['cline', '--version'],
  acp: {
    command: ['cline', '--acp'],
    sessions: 'many',
    resumes: true,
    model: { bySession: true },
    tokens: 'never',
    usd: 'never',
    access: { read: { mode: 'plan' }, write: { mode: 'act' } },
    checks: null,
    readOnly: 'program',
    refusal: 'goes-on',
    tools: { http: false, stdio: false, shown: 'at-once' },
    ends: 'input',
  },
  headless: clineHeadless,
  login: {
    files: ['.cline/data/settings/providers.json'],
    variables: ['CLINE_API_KEY'],
    how: 'run `cline auth`',
  },
  hosts: [
    'api.cline.bot',
    'app.cline.bot',
    ...MODEL_HOSTS.anthropic,
    ...MODEL_HOSTS.google,
    ...MODEL_HOSTS.openai,
    ...MODEL_HOSTS.openrouter,
  ],
  variables: ['CLINE_*'],
  quiet: {},
  homes: ['.cline'],
  homeVariables: {},
  troubles: [],
  scripted: {
    wire: 'openai-chat',
    model: 'scripted-model',
    variables: { CLINE_API_KEY: 'fake', CLINE_PROVIDER: 'openai-compatible' },
    files: {
      '.cline/data/settings/providers.json': JSON.stringify({
        version: 1,
        lastUsedProvider: 'openai-compatible',
        modes: {},
        providers: {
          'openai-compatible': {
            settings: {
              provider: 'openai-compatible',
              apiKey: 'fake',
              model: 'scripted-model',
              baseUrl: '{url}/v1',
            },
            updatedAt: '2026-11-16T00:00:00.000Z',
            tokenSource: 'manual',
          },
        },
      }),
    },
  },
}
