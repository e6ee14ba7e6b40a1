import { expect, test } from 'vitest'
import type { ListedAgent } from '../../host/agents/list-agents.ts'
import { renderAgents } from './render-agents.ts'

const plain = (_colour: string, text: string): string => text

const installed: ListedAgent = {
  name: 'codex',
  title: 'Codex',
  source: 'known',
  command: ['codex-acp'],
  file: '/usr/bin/codex-acp',
  way: 'acp',
  version: { version: '2.6.0', tried: '2.6.0', standing: 'as-tried' },
  login: { state: 'yes', by: 'OPENAI_API_KEY' },
  abilities: {
    resumes: true,
    sessions: 'many',
    readOnly: 'mode read-only',
    tokens: 'per-turn',
    usd: 'never',
    headless: true,
  },
  models: ['gpt-5.5 (planner)'],
  hints: [],
}
const missing: ListedAgent = {
  ...installed,
  name: 'a-very-long-name',
  file: null,
  version: { version: null, tried: '1.0.0', standing: 'unknown' },
  login: { state: 'no', by: null },
  models: [],
  hints: [`npm install -g ${'@some/package-of-it@1.0.0 '.repeat(4).trim()}`],
}
const own: ListedAgent = {
  ...installed,
  name: 'mine',
  file: '/usr/bin/node',
  version: { version: null, tried: null, standing: 'unknown' },
  login: { state: 'unknown', by: null },
  abilities: null,
  models: [],
}

test('a row for each agent, what is known below it, and what to do', () => {
  expect(renderAgents([installed, missing, own], plain)).toEqual([
    '  agent      version             logged in way     resume sessions tokens',
    '✓ codex      2.6.0 (as tried)    yes       acp     yes    several  each turn',
    '    /usr/bin/codex-acp · read-only by mode read-only · model gpt-5.5 (planner)',
    '- a-very-lo… not installed',
    '    → npm install -g @some/package-of-it@1.0.0 @some/package-of-it@1.0.0',
    '      @some/package-of-it@1.0.0 @some/package-of-it@1.0.0',
    '✓ mine       not told            unknown   acp',
    '    /usr/bin/node',
  ])
})

test('no line is longer than 80 cells', () => {
  for (const line of renderAgents([installed, missing, own], plain))
    expect(line.length).toBeLessThanOrEqual(80)
})

test('text of others brings no control letters to the terminal', () => {
  const lines = renderAgents([{ ...own, name: 'a\u001B[31mb', file: '/x/\u0007y' }], plain)
  expect(lines.join('\n')).not.toContain('\u001B')
  expect(lines.join('\n')).not.toContain('\u0007')
})
