import type { ProgramProfile } from './program-profile.ts'

export const cline: ProgramProfile = {
  name: 'cline',
  title: 'Cline',
  tried: [{ package: 'cline', version: '3.0.65' }],
  version: ['cline', '--version'],
  acp: {
    command: ['cline', '--acp'],
    sessions: 'one',
    resumes: false,
    model: { bySession: true },
    tokens: 'never',
    usd: 'never',
    access: { read: { mode: 'plan' }, write: { mode: 'act' } },
    readOnly: 'program',
    refusal: 'goes-on',
    tools: { http: false, stdio: false, shown: 'at-once' },
    ends: 'input',
  },
  headless: null,
  login: {
    files: ['.cline/data/settings/providers.json'],
    variables: ['CLINE_API_KEY'],
    how: 'run `cline auth`',
  },
  variables: ['CLINE_*'],
  quiet: {},
  homes: ['.cline'],
  homeVariables: {},
  troubles: [],
  scripted: {
    wire: 'openai-chat',
    model: 'scripted-model',
    variables: { CLINE_API_KEY: 'fake', CLINE_PROVIDER: 'openai-compatible', CLINE_BASE: '{url}' },
    files: {},
  },
}
