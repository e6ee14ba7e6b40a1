import { qwenHeadless } from './headless/qwen.ts'
import { MODEL_HOSTS } from './known-hosts.ts'
import type { ProgramProfile } from './program-profile.ts'

export const qwen: ProgramProfile = {
  name: 'qwen',
  title: 'Qwen Code',
  tried: [{ package: '@qwen-code/qwen-code', version: '0.24.4' }],
  version: ['qwen', '--version'],
  acp: {
    command: ['qwen', '--acp'],
    sessions: 'many',
    resumes: true,
    model: { bySession: true, variable: 'OPENAI_MODEL' },
    tokens: 'per-call',
    usd: 'never',
    access: { read: { mode: 'default' }, write: { mode: 'default' } },
    checks: null,
    readOnly: 'refusals',
    refusal: 'ends',
    tools: { http: true, stdio: true, shown: 'on-search' },
    ends: 'kill',
  },
  headless: qwenHeadless,
  login: {
    files: ['.qwen/oauth_creds.json'],
    variables: ['OPENAI_API_KEY', 'DASHSCOPE_API_KEY'],
    how: 'run `qwen` and log in with /auth, or set OPENAI_API_KEY',
  },
  hosts: [
    'chat.qwen.ai',
    'portal.qwen.ai',
    'dashscope.aliyuncs.com',
    'dashscope-intl.aliyuncs.com',
    ...MODEL_HOSTS.openai,
  ],
  variables: ['QWEN_*', 'OPENAI_*', 'DASHSCOPE_*'],
  quiet: { QWEN_CODE_NO_RELAUNCH: 'true', QWEN_CODE_LEGACY_MCP_BLOCKING: '1' },
  homes: ['.qwen'],
  homeVariables: { QWEN_HOME: '.qwen' },
  troubles: [],
  scripted: {
    wire: 'openai-chat',
    model: 'scripted-model',
    variables: { OPENAI_API_KEY: 'fake', OPENAI_BASE_URL: '{url}/v1', OPENAI_MODEL: 'scripted-model' },
    files: {
      '.qwen/settings.json': JSON.stringify({
        security: { auth: { selectedType: 'openai' } },
        model: { name: 'scripted-model' },
        general: { enableAutoUpdate: false },
        privacy: { usageStatisticsEnabled: false },
      }),
    },
  },
}
