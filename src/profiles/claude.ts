import { claudeHeadless } from './headless/claude.ts'
import { MODEL_HOSTS } from './known-hosts.ts'
import type { ProgramProfile } from './program-profile.ts'

export const claude: ProgramProfile = {
  name: 'claude',
  title: 'Claude Code',
  tried: [
    { package: '@anthropic-ai/claude-code', version: '2.1.325' },
    { package: '@agentclientprotocol/claude-agent-acp', version: '0.99.0' },
  ],
  version: ['claude', '--version'],
  acp: {
    command: ['claude-agent-acp'],
    sessions: 'many',
    resumes: true,
    model: {
      bySession: true,
      variable: 'ANTHROPIC_MODEL',
      told: ['_meta', 'quota', 'model_usage', '0', 'model'],
    },
    tokens: 'per-turn',
    usd: 'cumulative',
    access: {
      read: {
        mode: 'default',
        session: { claudeCode: { options: { disallowedTools: ['Edit', 'Write', 'NotebookEdit'] } } },
      },
      write: { mode: 'default' },
    },
    checks: null,
    readOnly: 'program',
    refusal: 'goes-on',
    tools: { http: true, stdio: true, shown: 'at-once' },
    ends: 'input',
  },
  headless: claudeHeadless,
  login: {
    files: ['.claude/.credentials.json'],
    variables: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'],
    how: 'run `claude` and log in with /login, or set ANTHROPIC_API_KEY',
  },
  hosts: MODEL_HOSTS.anthropic,
  variables: ['ANTHROPIC_*', 'CLAUDE_*'],
  quiet: {
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_MAX_RETRIES: '1',
    ENABLE_TOOL_SEARCH: 'false',
  },
  homes: ['.claude', '.claude.json'],
  homeVariables: { CLAUDE_CONFIG_DIR: '.claude' },
  troubles: [
    { says: /issue with the selected model/i, means: 'model-unavailable' },
    {
      says: /out of (extra )?usage|hit your [^.\n]*(spend limit|shared budget)|credit balance is too low/i,
      means: 'out-of-quota',
    },
    { says: /hit your [^.\n]*limit/i, means: 'rate-limited' },
  ],
  notice:
    /^(failed to authenticate\. api error|there's an issue with the selected model|you've hit your |you're out of (extra )?usage|credit balance is too low$|(not logged in|invalid api key) · )/i,
  scripted: {
    wire: 'anthropic',
    model: 'claude-scripted',
    variables: {
      ANTHROPIC_BASE_URL: '{url}',
      ANTHROPIC_API_KEY: 'sk-ant-fake',
      ANTHROPIC_MODEL: 'claude-scripted',
    },
    files: {},
  },
}
