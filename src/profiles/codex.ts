import { codexHeadless } from './headless/codex.ts'
import { MODEL_HOSTS } from './known-hosts.ts'
import type { ProgramProfile } from './program-profile.ts'

export const codex: ProgramProfile = {
  name: 'codex',
  title: 'Codex',
  tried: [
    { package: '@openai/codex', version: '0.166.0' },
    { package: '@agentclientprotocol/codex-acp', version: '2.6.0' },
  ],
  version: ['codex', '--version'],
  acp: {
    command: ['codex-acp'],
    sessions: 'many',
    resumes: true,
    model: { bySession: true, told: ['_meta', 'quota', 'model_usage', '0', 'model'] },
    tokens: 'per-turn',
    usd: 'never',
    access: { read: { mode: 'read-only' }, write: { mode: 'workspace-write' } },
    checks: null,
    readOnly: 'program',
    refusal: 'goes-on',
    tools: { http: true, stdio: true, shown: 'at-once' },
    ends: 'input',
  },
  headless: codexHeadless,
  login: {
    files: ['.codex/auth.json'],
    variables: ['OPENAI_API_KEY', 'CODEX_API_KEY'],
    how: 'run `codex login`',
  },
  hosts: MODEL_HOSTS.openai,
  variables: ['CODEX_*', 'OPENAI_*'],
  quiet: {},
  nests: true,
  homes: ['.codex'],
  homeVariables: { CODEX_HOME: '.codex' },
  troubles: [{ says: /experiencing high demand/i, means: 'overloaded' }],
  notice:
    /^(we.re currently experiencing high demand|the (requested )?model( \S+)? does not exist( or you do not have access to it)?\.?$)/i,
  scripted: {
    wire: 'openai-responses',
    model: 'scripted-model',
    variables: { CODEX_SCRIPTED_KEY: 'fake' },
    files: {
      '.codex/config.toml': [
        'model = "scripted-model"',
        'model_provider = "scripted"',
        'check_for_update_on_startup = false',
        '[analytics]',
        'enabled = false',
        '[model_providers.scripted]',
        'name = "scripted"',
        'base_url = "{url}/v1"',
        'env_key = "CODEX_SCRIPTED_KEY"',
        'wire_api = "responses"',
        'request_max_retries = 0',
        'stream_max_retries = 0',
        'supports_websockets = false',
        '',
      ].join('\n'),
    },
  },
}
