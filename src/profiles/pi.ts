import { piHeadless } from './headless/pi.ts'
import { MODEL_HOSTS } from './known-hosts.ts'
import type { ProgramProfile } from './program-profile.ts'

export const pi: ProgramProfile = {
  name: 'pi',
  title: 'pi',
  tried: [
    { package: '@earendil-works/pi-coding-agent', version: '0.87.1' },
    { package: 'pi-acp', version: '0.0.34' },
  ],
  node: 22,
  version: ['pi', '--version'],
  acp: {
    command: ['pi-acp'],
    sessions: 'many',
    resumes: true,
    model: { bySession: true },
    tokens: 'never',
    usd: 'never',
    access: { read: {}, write: {} },
    checks: null,
    readOnly: 'system',
    refusal: 'goes-on',
    tools: { http: false, stdio: false, shown: 'at-once' },
    ends: 'input',
  },
  headless: piHeadless,
  login: {
    files: ['.pi/agent/auth.json'],
    variables: ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY'],
    how: 'run `pi` and log in with /login',
  },
  hosts: [...MODEL_HOSTS.anthropic, ...MODEL_HOSTS.google, ...MODEL_HOSTS.openai, ...MODEL_HOSTS.openrouter],
  variables: ['PI_*', 'OPENAI_*', 'ANTHROPIC_*', 'GEMINI_*', 'OPENROUTER_*'],
  quiet: { PI_OFFLINE: '1' },
  homes: ['.pi'],
  homeVariables: { PI_CODING_AGENT_DIR: '.pi/agent' },
  troubles: [],
  scripted: {
    wire: 'openai-chat',
    model: 'scripted/scripted-model',
    variables: {},
    files: {
      '.pi/agent/models.json': JSON.stringify({
        providers: {
          scripted: {
            baseUrl: '{url}/v1',
            api: 'openai-completions',
            apiKey: 'fake',
            models: [
              {
                id: 'scripted-model',
                contextWindow: 128_000,
                maxTokens: 8000,
                cost: { input: 1, output: 2, cacheRead: 0, cacheWrite: 0 },
              },
            ],
          },
        },
      }),
      '.pi/agent/settings.json': JSON.stringify({
        defaultProvider: 'scripted',
        defaultModel: 'scripted-model',
        quietStartup: true,
      }),
    },
  },
}
