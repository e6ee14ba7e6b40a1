import type { HeadlessWay } from '../headless-way.ts'

const command = [
  'copilot',
  '--output-format',
  'json',
  '--no-auto-update',
  '--no-ask-user',
  '{options}',
] as const

/** Copilot CLI 1.0.102: without a prompt among its arguments it reads one from standard input; it tells no tokens. */
export const copilotHeadless: HeadlessWay = {
  command: [...command, '--session-id={session}'],
  resume: [...command, '--resume={session}'],
  session: 'chosen',
  lost: /No session, task, or name matched/,
  model: ['--model', '{model}'],
  access: {
    read: { arguments: ['--allow-all-tools', '--deny-tool=write', '--deny-tool=shell'] },
    write: { arguments: ['--allow-all-tools'] },
  },
  readOnly: 'program',
  checks: { arguments: ['--allow-all-tools', '--deny-tool=write'] },
  without: { exec: { arguments: ['--deny-tool=shell'] } },
  prompt: 'input',
  tools: {
    arguments: [
      '--additional-mcp-config',
      '{"mcpServers":{"{name}":{"type":"local","command":{command},"args":{args},"env":{env},"tools":["*"]}}}',
    ],
    reference: '${NAME}',
  },
  output: {
    session: [{ where: { type: 'result' }, values: ['sessionId'] }],
    model: [{ where: { type: 'assistant.message' }, values: ['data.model'] }],
    says: [{ where: { type: 'assistant.message' }, values: ['data.content'] }],
    saysIn: 'messages',
    thinks: [{ where: { type: 'assistant.reasoning' }, values: ['data.content'] }],
    tools: [{ where: { type: 'tool.execution_start' }, values: ['data.toolName', 'data.arguments'] }],
    refusals: [
      {
        where: { type: 'tool.execution_complete', 'data.error.code': 'denied' },
        values: ['data.error.message'],
      },
    ],
    failures: [
      { where: { type: 'session.error' }, values: ['data.statusCode', 'data.errorType', 'data.message'] },
    ],
    complaints: [{ where: { type: 'assistant.turn_retry' }, values: ['data.reason'] }],
    ends: [{ where: { type: 'result', exitCode: 0 }, values: [] }],
  },
  tokens: { report: 'never', from: [] },
  usd: { report: 'never', from: [] },
}
