import type { HeadlessWay, LinePick } from '../headless-way.ts'

const command = ['pi', '-p', '--mode', 'json', '{options}'] as const
const looking = 'read,grep,find,ls'
const message: LinePick = { where: { type: 'message_end', 'message.role': 'assistant' }, values: [] }

/** pi 0.87.1: asks nobody; which tools it has is all that holds it. */
export const piHeadless: HeadlessWay = {
  command: [...command, '--session-id', '{session}'],
  resume: [...command, '--session', '{session}'],
  session: 'chosen',
  lost: /No session found matching/,
  model: ['--model', '{model}'],
  access: { read: { arguments: ['--tools', looking] }, write: {} },
  readOnly: 'program',
  checks: { arguments: ['--tools', `${looking},bash`] },
  without: { exec: { arguments: ['--exclude-tools', 'bash'] } },
  prompt: 'input',
  tools: null,
  output: {
    session: [{ where: { type: 'session' }, values: ['id'] }],
    model: [{ ...message, values: ['message.model'] }],
    says: [{ ...message, each: { in: 'message.content', where: { type: 'text' } }, values: ['text'] }],
    saysIn: 'messages',
    thinks: [
      { ...message, each: { in: 'message.content', where: { type: 'thinking' } }, values: ['thinking'] },
    ],
    tools: [{ where: { type: 'tool_execution_start' }, values: ['toolName', 'args'] }],
    refusals: [],
    failures: [{ where: { type: 'auto_retry_end', success: false }, values: ['finalError'] }],
    complaints: [
      { where: { type: 'message_end', 'message.stopReason': 'error' }, values: ['message.errorMessage'] },
    ],
    ends: [{ where: { type: 'agent_settled' }, values: [] }],
  },
  tokens: { report: 'per-call', from: [{ ...message, values: ['message.usage.totalTokens'] }] },
  usd: { report: 'per-call', from: [{ ...message, values: ['message.usage.cost.total'] }] },
}
