import type { HeadlessWay, LinePick } from '../headless-way.ts'

const event: LinePick = { where: { type: 'agent_event' }, values: [] }

/** Cline 3.0.65: no session can be gone on with, and a process of its own outlives every turn until it is ended. */
export const clineHeadless: HeadlessWay = {
  command: ['cline', '--json', '{options}', '{prompt}'],
  resume: null,
  session: 'none',
  lost: null,
  model: ['-m', '{model}'],
  access: {
    read: { arguments: ['--plan', '--auto-approve', 'true'] },
    write: { arguments: ['--auto-approve', 'true'] },
  },
  readOnly: 'system',
  prompt: 'argument',
  tools: null,
  output: {
    session: [],
    model: [{ where: { type: 'run_result' }, values: ['model.id'] }],
    says: [
      {
        where: { type: 'agent_event', 'event.type': 'content_end', 'event.contentType': 'text' },
        values: ['event.text'],
      },
    ],
    saysIn: 'messages',
    thinks: [
      {
        where: { type: 'agent_event', 'event.type': 'content_end', 'event.contentType': 'reasoning' },
        values: ['event.reasoning'],
      },
    ],
    tools: [
      {
        where: { type: 'agent_event', 'event.type': 'content_start', 'event.contentType': 'tool' },
        values: ['event.toolName', 'event.input'],
      },
    ],
    refusals: [
      {
        where: { type: 'agent_event', 'event.type': 'content_end', 'event.contentType': 'tool' },
        values: ['event.toolName', 'event.error'],
        like: /denied|not approved|rejected|plan mode/i,
      },
    ],
    failures: [
      { where: { type: 'run_result', finishReason: 'error' }, values: ['text', 'error'] },
      { where: { type: 'error' }, values: ['message'] },
    ],
    complaints: [
      {
        ...event,
        where: { ...event.where, 'event.type': 'error' },
        values: ['event.error', 'event.message'],
      },
    ],
    ends: [{ where: { type: 'run_result' }, values: ['finishReason'] }],
  },
  tokens: {
    report: 'per-turn',
    from: [
      {
        where: { type: 'run_result' },
        values: ['aggregateUsage.inputTokens', 'aggregateUsage.outputTokens'],
      },
    ],
  },
  usd: { report: 'never', from: [] },
}
