import type { HeadlessWay } from '../headless-way.ts'
import { contentBlocks } from './content-blocks.ts'

const command = ['qwen', '-o', 'stream-json', '{options}'] as const

/** Qwen Code 0.24.4: after its result it may go on for a while by itself, to remember things. */
export const qwenHeadless: HeadlessWay = {
  command: [...command, '--session-id', '{session}'],
  resume: [...command, '--resume', '{session}'],
  session: 'chosen',
  lost: /No saved session found with ID/,
  model: ['-m', '{model}'],
  access: {
    read: { arguments: ['--approval-mode', 'plan'] },
    write: { arguments: ['--approval-mode', 'yolo'] },
  },
  readOnly: 'program',
  checks: {
    arguments: ['--approval-mode', 'yolo', '--exclude-tools', 'write_file,edit,notebook_edit'],
  },
  without: {
    exec: { arguments: ['--exclude-tools', 'run_shell_command'] },
    network: { arguments: ['--exclude-tools', 'web_fetch'] },
  },
  prompt: 'input',
  tools: {
    arguments: ['--mcp-config', '{"mcpServers":{"{name}":{"command":{command},"args":{args},"env":{env}}}}'],
    reference: '${NAME}',
  },
  output: {
    session: [{ where: { type: 'system', subtype: 'init' }, values: ['session_id'] }],
    model: [{ where: { type: 'system', subtype: 'init' }, values: ['model'] }],
    ...contentBlocks,
    refusals: [
      {
        where: { type: 'result' },
        each: { in: 'permission_denials', where: {} },
        values: ['tool_name', 'tool_input'],
      },
    ],
    failures: [{ where: { type: 'result', is_error: true }, values: ['subtype', 'error.message'] }],
    complaints: [],
    ends: [{ where: { type: 'result', is_error: false }, values: ['subtype'] }],
  },
  tokens: {
    report: 'cumulative',
    from: [
      { where: { type: 'result', is_error: false }, values: ['usage.input_tokens', 'usage.output_tokens'] },
    ],
  },
  usd: { report: 'never', from: [] },
}
