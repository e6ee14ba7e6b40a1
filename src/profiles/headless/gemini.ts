import type { HeadlessWay } from '../headless-way.ts'

const command = ['gemini', '-o', 'stream-json', '--skip-trust', '{options}'] as const

/** Gemini CLI 0.61.0: without a person its default mode offers the model no tool that writes or runs anything. */
export const geminiHeadless: HeadlessWay = {
  command: [...command, '--session-id', '{session}'],
  resume: [...command, '--resume', '{session}'],
  session: 'chosen',
  lost: /Invalid session identifier/,
  model: ['-m', '{model}'],
  access: {
    read: { arguments: ['--approval-mode', 'default'] },
    write: { arguments: ['--approval-mode', 'yolo'] },
  },
  readOnly: 'program',
  prompt: 'input',
  tools: null,
  output: {
    session: [{ where: { type: 'init' }, values: ['session_id'] }],
    model: [{ where: { type: 'init' }, values: ['model'] }],
    says: [{ where: { type: 'message', role: 'assistant' }, values: ['content'] }],
    saysIn: 'pieces',
    thinks: [],
    tools: [{ where: { type: 'tool_use' }, values: ['tool_name', 'parameters'] }],
    refusals: [
      {
        where: { type: 'tool_result', status: 'error', 'error.type': 'policy_violation' },
        values: ['tool_id', 'error.message'],
      },
    ],
    failures: [{ where: { type: 'result', status: 'error' }, values: ['error.message'] }],
    complaints: [{ where: { type: 'error' }, values: ['message'] }],
    ends: [{ where: { type: 'result', status: 'success' }, values: [] }],
  },
  tokens: { report: 'per-turn', from: [{ where: { type: 'result' }, values: ['stats.total_tokens'] }] },
  usd: { report: 'never', from: [] },
}
