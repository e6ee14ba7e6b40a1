import { copilotHeadless } from './headless/copilot.ts'
import type { ProgramProfile } from './program-profile.ts'

export const copilot: ProgramProfile = {
  name: 'copilot',
  title: 'GitHub Copilot CLI',
  tried: [{ package: '@github/copilot', version: '1.0.102' }],
  version: ['copilot', '--version'],
  acp: {
    command: ['copilot', '--acp'],
    sessions: 'many',
    resumes: true,
    model: { bySession: true, variable: 'COPILOT_MODEL' },
    tokens: 'cumulative',
    usd: 'never',
    access: { read: { arguments: ['--deny-tool=write'] }, write: {} },
    checks: null,
    readOnly: 'program',
    refusal: 'ends',
    tools: { http: true, stdio: false, shown: 'at-once' },
    ends: 'input',
  },
  headless: copilotHeadless,
  login: {
    files: ['.copilot/config.json'],
    variables: ['GH_TOKEN', 'GITHUB_TOKEN', 'COPILOT_GITHUB_TOKEN'],
    how: 'run `copilot` and log in with /login',
  },
  hosts: ['*.githubcopilot.com', 'api.github.com', 'github.com', 'copilot-proxy.githubusercontent.com'],
  variables: ['COPILOT_*', 'GH_TOKEN', 'GITHUB_TOKEN'],
  quiet: { COPILOT_AUTO_UPDATE: 'false' },
  homes: ['.copilot', '.cache/copilot', '.cache/Microsoft'],
  homeVariables: { COPILOT_HOME: '.copilot' },
  troubles: [],
  scripted: {
    wire: 'openai-chat',
    model: 'scripted-model',
    variables: {
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_BASE_URL: '{url}/v1',
      COPILOT_PROVIDER_TYPE: 'openai',
      COPILOT_PROVIDER_WIRE_API: 'completions',
      COPILOT_PROVIDER_API_KEY: 'fake',
      COPILOT_MODEL: 'scripted-model',
    },
    files: {},
  },
}
