import type { JsonObject } from './arrangement.ts'
import { grokHeadless } from './headless/grok.ts'
import type { ProgramProfile } from './program-profile.ts'

const TOOLS = ['read_file', 'list_dir', 'grep', 'todo_write', 'write', 'search_replace']

/** It asks before it writes a file, but runs commands such as `touch` unasked, whatever its flags say. */
function profileOf(tools: readonly string[]): JsonObject {
  return { agentProfile: { name: 'reader', description: 'Reads and changes nothing.', tools } }
}

export const grok: ProgramProfile = {
  name: 'grok',
  title: 'Grok Build',
  tried: [{ package: '@xai-official/grok', version: '1.0.41' }],
  version: ['grok', '--version'],
  acp: {
    command: ['grok', '--no-auto-update', 'agent', 'stdio'],
    sessions: 'many',
    resumes: true,
    model: { bySession: true, told: ['_meta', 'modelId'] },
    tokens: 'per-turn',
    usd: 'never',
    access: { read: { session: profileOf(TOOLS) }, write: {} },
    checks: { session: profileOf([...TOOLS, 'run_terminal_command']) },
    readOnly: 'refusals',
    refusal: 'cancels',
    tools: { http: true, stdio: true, shown: 'on-search' },
    ends: 'input',
  },
  headless: grokHeadless,
  login: {
    files: ['.grok/auth.json'],
    variables: ['XAI_API_KEY'],
    how: 'run `grok` and log in, or set XAI_API_KEY',
  },
  hosts: ['api.x.ai', 'auth.x.ai', 'accounts.x.ai', 'grok.com', '*.grok.com'],
  variables: ['GROK_*', 'XAI_*'],
  quiet: { GROK_DISABLE_AUTOUPDATER: '1', GROK_TELEMETRY_ENABLED: 'false' },
  homes: ['.grok'],
  homeVariables: { GROK_HOME: '.grok' },
  troubles: [],
  scripted: {
    wire: 'openai-chat',
    model: 'scripted',
    variables: { GROK_SCRIPTED_KEY: 'fake' },
    files: {
      '.grok/config.toml': [
        '[cli]',
        'auto_update = false',
        '[models]',
        'default = "scripted"',
        '[model.scripted]',
        'model = "scripted-model"',
        'base_url = "{url}/v1"',
        'env_key = "GROK_SCRIPTED_KEY"',
        'context_window = 128000',
        '',
      ].join('\n'),
    },
  },
}
