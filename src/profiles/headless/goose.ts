import type { HeadlessWay, LinePick } from '../headless-way.ts'

const command = [
  'goose',
  'run',
  '-i',
  '-',
  '--output-format',
  'stream-json',
  '-q',
  '--with-builtin',
  'developer',
  '{options}',
  '--name',
  '{session}',
] as const
const says: LinePick = {
  where: { type: 'message', 'message.role': 'assistant' },
  each: { in: 'message.content', where: { type: 'text' } },
  values: ['text'],
}

/**
 * goose 1.34.0: its modes that ask end a headless turn at the first question, and errors of the model are said as
 * its reply. Tokens count the whole session.
 */
export const gooseHeadless: HeadlessWay = {
  command,
  resume: [...command, '--resume'],
  session: 'chosen',
  lost: /No session found with name/,
  model: ['--model', '{model}'],
  access: { read: { variables: { GOOSE_MODE: 'auto' } }, write: { variables: { GOOSE_MODE: 'auto' } } },
  readOnly: 'system',
  prompt: 'input',
  tools: { arguments: ['--with-extension', '{line}'] },
  output: {
    session: [],
    model: [],
    says: [says],
    saysIn: 'pieces',
    thinks: [{ ...says, each: { in: 'message.content', where: { type: 'thinking' } }, values: ['thinking'] }],
    tools: [
      {
        ...says,
        each: { in: 'message.content', where: { type: 'toolRequest' } },
        values: ['toolCall.value.name', 'toolCall.value.arguments'],
      },
    ],
    refusals: [],
    failures: [{ ...says, like: /^Ran into this error/ }],
    complaints: [],
    ends: [{ where: { type: 'complete' }, values: [] }],
  },
  tokens: { report: 'cumulative', from: [{ where: { type: 'complete' }, values: ['total_tokens'] }] },
  usd: { report: 'never', from: [] },
}
