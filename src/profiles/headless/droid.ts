import type { HeadlessWay } from '../headless-way.ts'

const looking = 'Read,LS,Grep,Glob'

/**
 * Droid 0.215.0: its default mode calls itself read-only and yet runs commands that call themselves harmless, so a
 * reader is only given tools that look. Going on with a session was not seen to work.
 */
export const droidHeadless: HeadlessWay = {
  command: ['droid', 'exec', '-o', 'stream-json', '{options}'],
  resume: null,
  session: 'told',
  lost: null,
  model: ['-m', '{model}'],
  access: {
    read: { arguments: ['--only-tools', looking] },
    write: { arguments: ['--auto', 'high'] },
  },
  readOnly: 'program',
  checks: { arguments: ['--only-tools', `${looking},Execute`, '--auto', 'medium'] },
  without: {
    exec: { arguments: ['--remove-tools', 'Execute'] },
    network: { arguments: ['--remove-tools', 'WebSearch,FetchUrl'] },
  },
  prompt: 'input',
  tools: null,
  output: {
    session: [{ where: { type: 'system', subtype: 'init' }, values: ['session_id'] }],
    model: [{ where: { type: 'system', subtype: 'init' }, values: ['model'] }],
    says: [{ where: { type: 'message', role: 'assistant' }, values: ['text'] }],
    saysIn: 'messages',
    thinks: [],
    tools: [{ where: { type: 'tool_call' }, values: ['toolName', 'parameters'] }],
    refusals: [
      {
        where: { type: 'tool_result', isError: true },
        values: ['toolId', 'value'],
        like: /permission|not allowed|denied|autonomy/i,
      },
    ],
    failures: [{ where: { type: 'error', source: 'agent_loop' }, values: ['message'] }],
    complaints: [{ where: { type: 'error' }, values: ['message'] }],
    ends: [{ where: { type: 'completion' }, values: [] }],
  },
  tokens: {
    report: 'per-turn',
    from: [
      {
        where: { type: 'completion' },
        values: [
          'usage.input_tokens',
          'usage.cache_read_input_tokens',
          'usage.cache_creation_input_tokens',
          'usage.output_tokens',
        ],
      },
    ],
  },
  usd: { report: 'never', from: [] },
}
