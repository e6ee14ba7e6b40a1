import type { HeadlessWay } from '../headless-way.ts'

const command = ['kimi', '--output-format', 'stream-json', '{options}', '-p', '{prompt}'] as const

/** Kimi Code 2.1.0: it tells its session last of all, approves everything when it has a prompt, and tells no tokens. */
export const kimiHeadless: HeadlessWay = {
  command,
  resume: [...command, '-S', '{session}'],
  session: 'told',
  lost: /Session "[^"]*" not found/,
  model: ['-m', '{model}'],
  access: { read: {}, write: {} },
  readOnly: 'system',
  prompt: 'argument',
  tools: null,
  output: {
    session: [{ where: { role: 'meta', type: 'session.resume_hint' }, values: ['session_id'] }],
    model: [],
    says: [{ where: { role: 'assistant' }, values: ['content'] }],
    saysIn: 'messages',
    thinks: [{ where: { role: 'assistant' }, values: ['reasoning_content'] }],
    tools: [
      {
        where: { role: 'assistant' },
        each: { in: 'tool_calls', where: {} },
        values: ['function.name', 'function.arguments'],
      },
    ],
    refusals: [],
    failures: [],
    complaints: [],
    ends: [{ where: { role: 'meta', type: 'session.resume_hint' }, values: [] }],
  },
  tokens: { report: 'never', from: [] },
  usd: { report: 'never', from: [] },
}
