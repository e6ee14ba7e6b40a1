import { droidHeadless } from './headless/droid.ts'
import type { ProgramProfile } from './program-profile.ts'

export const droid: ProgramProfile = {
  name: 'droid',
  title: 'Droid',
  tried: [{ package: 'droid', version: '0.215.0' }],
  version: ['droid', '--version'],
  acp: {
    command: ['droid', 'exec', '--output-format', 'acp'],
    sessions: 'one',
    resumes: true,
    model: { bySession: true },
    tokens: 'never',
    usd: 'never',
    access: { read: { mode: 'normal' }, write: { mode: 'normal' } },
    checks: null,
    readOnly: 'refusals',
    refusal: 'ends',
    tools: { http: false, stdio: true, shown: 'on-search' },
    ends: 'input',
  },
  headless: droidHeadless,
  login: {
    files: ['.factory/auth.json'],
    variables: ['FACTORY_API_KEY'],
    how: 'run `droid` and log in, or set FACTORY_API_KEY',
  },
  hosts: ['api.factory.ai', 'app.factory.ai', 'api.workos.com'],
  variables: ['FACTORY_*', 'DROID_*'],
  quiet: { FACTORY_DROID_AUTO_UPDATE_ENABLED: 'false' },
  homes: ['.factory'],
  homeVariables: { FACTORY_HOME_OVERRIDE: '' },
  troubles: [],
  scripted: {
    wire: 'openai-chat',
    model: 'custom:Scripted-0',
    variables: { FACTORY_API_KEY: 'fk-fake' },
    files: {
      '.factory/settings.json': JSON.stringify({
        customModels: [
          {
            model: 'scripted-model',
            displayName: 'Scripted',
            baseUrl: '{url}/v1',
            apiKey: 'fake',
            provider: 'generic-chat-completion-api',
            maxOutputTokens: 8000,
          },
        ],
      }),
    },
  },
}
