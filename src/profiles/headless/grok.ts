import type { HeadlessWay } from '../headless-way.ts'

const command = ['grok', '--no-auto-update', '--output-format', 'streaming-json', '{options}'] as const
const looking = 'read_file,list_dir,grep,todo_write'

/** Grok Build 1.0.41: a tool that is refused ends the turn, so a reader is not offered any that write. */
export const grokHeadless: HeadlessWay = {
  command: [...command, '--prompt-file', '{prompt}', '-s', '{session}'],
  resume: [...command, '--prompt-file', '{prompt}', '-r', '{session}'],
  session: 'chosen',
  lost: /Session "[^"]*" not found/,
  model: ['-m', '{model}'],
  access: {
    read: { arguments: ['--always-approve', '--tools', looking] },
    write: { arguments: ['--always-approve'] },
  },
  readOnly: 'program',
  checks: { arguments: ['--always-approve', '--tools', `${looking},run_terminal_command`] },
  without: {
    exec: { arguments: ['--disallowed-tools', 'run_terminal_command'] },
    network: { arguments: ['--disable-web-search'] },
  },
  prompt: 'file',
  tools: null,
  output: {
    session: [{ where: { type: 'end' }, values: ['sessionId'] }],
    model: [],
    says: [{ where: { type: 'text' }, values: ['data'] }],
    saysIn: 'pieces',
    thinks: [{ where: { type: 'thought' }, values: ['data'] }],
    tools: [{ where: { type: 'tool_call' }, values: ['title', 'rawInput'] }],
    refusals: [
      {
        where: { type: 'tool_call_update', status: 'failed' },
        each: { in: 'content', where: { type: 'content' } },
        values: ['content.text'],
        like: /cancelled the execution|denied|not permitted/i,
      },
    ],
    failures: [{ where: { type: 'error' }, values: ['message'] }],
    complaints: [],
    ends: [{ where: { type: 'end' }, values: ['stopReason'] }],
  },
  tokens: { report: 'per-turn', from: [{ where: { type: 'end' }, values: ['usage.total_tokens'] }] },
  usd: { report: 'never', from: [] },
}
