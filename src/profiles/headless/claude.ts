import type { HeadlessWay } from '../headless-way.ts'
import { contentBlocks } from './content-blocks.ts'

const command = ['claude', '-p', '--output-format', 'stream-json', '--verbose', '{options}'] as const
const looking = 'Read,Grep,Glob,WebFetch,WebSearch,TodoWrite,mcp__tutti'

/** Claude Code 2.1.325: `total_cost_usd` counts the whole session, `usage` the turn. */
export const claudeHeadless: HeadlessWay = {
  command: [...command, '--session-id', '{session}'],
  resume: [...command, '--resume', '{session}'],
  session: 'chosen',
  lost: /No conversation found with session ID/,
  model: ['--model', '{model}'],
  access: {
    read: { arguments: ['--permission-mode', 'dontAsk', '--allowedTools', looking] },
    write: {
      arguments: ['--permission-mode', 'acceptEdits', '--allowedTools', `${looking},Bash,Task,NotebookEdit`],
    },
  },
  readOnly: 'program',
  checks: { arguments: ['--permission-mode', 'dontAsk', '--allowedTools', `${looking},Bash`] },
  without: {
    exec: { arguments: ['--disallowedTools', 'Bash'] },
    network: { arguments: ['--disallowedTools', 'WebFetch,WebSearch'] },
  },
  prompt: 'input',
  tools: {
    arguments: [
      '--mcp-config',
      '{"mcpServers":{"{name}":{"type":"stdio","command":{command},"args":{args},"env":{env}}}}',
    ],
    reference: '${NAME}',
    variables: { ENABLE_TOOL_SEARCH: 'false' },
  },
  output: {
    session: [{ where: { type: 'system', subtype: 'init' }, values: ['session_id'] }],
    model: [
      { where: { type: 'system', subtype: 'init' }, values: ['model'] },
      { where: { type: 'assistant', parent_tool_use_id: null }, values: ['message.model'], like: /^[^<]/ },
    ],
    ...contentBlocks,
    refusals: [{ where: { type: 'system', subtype: 'permission_denied' }, values: ['tool_name', 'message'] }],
    failures: [{ where: { type: 'result', is_error: true }, values: ['subtype', 'result', 'errors'] }],
    complaints: [{ where: { type: 'system', subtype: 'api_retry' }, values: ['error_status', 'error'] }],
    ends: [{ where: { type: 'result', is_error: false }, values: ['subtype', 'stop_reason'] }],
  },
  tokens: {
    report: 'per-turn',
    from: [
      {
        where: { type: 'result' },
        values: [
          'usage.input_tokens',
          'usage.cache_creation_input_tokens',
          'usage.cache_read_input_tokens',
          'usage.output_tokens',
        ],
      },
    ],
  },
  usd: { report: 'cumulative', from: [{ where: { type: 'result' }, values: ['total_cost_usd'] }] },
}
