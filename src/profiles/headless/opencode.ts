import type { Json } from '../../kernel/json.ts'
import type { HeadlessWay } from '../headless-way.ts'

type Settings = { readonly [key: string]: Json }

const deny = { edit: 'deny', bash: 'deny', external_directory: 'deny' }
const allow = { edit: 'allow', bash: 'allow', external_directory: 'deny' }

/** OpenCode 1.18.33, and Kilo, which is made of it: settings come as JSON in a variable. */
export function opencodeWay(program: string, variable: string): HeadlessWay {
  const command = [program, 'run', '--format', 'json', '--auto', '{options}'] as const
  const lets = (permission: Settings): { readonly merged: Readonly<Record<string, Settings>> } => ({
    merged: { [variable]: { permission } },
  })
  return {
    command,
    resume: [...command, '-s', '{session}'],
    session: 'told',
    lost: /Session not found/,
    model: ['-m', '{model}'],
    access: { read: lets(deny), write: lets(allow) },
    readOnly: 'program',
    checks: lets({ ...deny, bash: 'allow' }),
    without: { exec: lets({ bash: 'deny' }), network: lets({ webfetch: 'deny', websearch: 'deny' }) },
    prompt: 'input',
    tools: {
      merged: {
        [variable]: { mcp: { '{name}': { type: 'local', command: '{argv}', environment: '{env}' } } },
      },
      reference: '{env:NAME}',
    },
    output: {
      session: [{ where: { type: 'step_start' }, values: ['sessionID'] }],
      model: [],
      says: [{ where: { type: 'text' }, values: ['part.text'] }],
      saysIn: 'messages',
      thinks: [{ where: { type: 'reasoning' }, values: ['part.text'] }],
      tools: [
        { where: { type: 'tool_use' }, values: ['part.tool', 'part.state.status', 'part.state.input'] },
      ],
      refusals: [
        {
          where: { type: 'tool_use', 'part.state.status': 'error' },
          values: ['part.tool', 'part.state.error'],
          like: /reject|denied|prevent|not allowed|permission/i,
        },
      ],
      failures: [{ where: { type: 'error' }, values: ['error.name', 'error.data', 'error.message'] }],
      complaints: [],
      ends: [{ where: { type: 'step_finish' }, values: ['part.reason'], like: /^(?!tool-calls)/ }],
    },
    tokens: { report: 'per-call', from: [{ where: { type: 'step_finish' }, values: ['part.tokens.total'] }] },
    usd: { report: 'per-call', from: [{ where: { type: 'step_finish' }, values: ['part.cost'] }] },
  }
}

export const opencodeHeadless = opencodeWay('opencode', 'OPENCODE_CONFIG_CONTENT')
