import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Json } from '../kernel/json.ts'
import type { Contract } from './contract.ts'
import { implementer } from './implementer.ts'
import { offerTools } from './offer-tools.ts'
import { researcher } from './researcher.ts'

const names = (contract: Contract<never, unknown>) => offerTools(contract, null).tools.map(({ name }) => name)

/** Whoever may need input, with a judge of its own. */
const contract: Contract<null, { readonly status: string; readonly count: number }> = {
  role: 'tester',
  version: 1,
  access: 'read',
  may: { exec: true, network: false },
  prompt: () => '',
  reply: z.object({ status: z.enum(['completed', 'needs_input']), count: z.number().int() }),
  judge: ({ count }) => (count < 0 ? 'Nobody counts below nothing.' : null),
}
const offered = offerTools(contract, 'T1')

describe('the tools of a turn', () => {
  it('are objects in schema, as every program demands, and say what they do', () => {
    for (const { input, description } of offered.tools) {
      expect(input.type).toBe('object')
      expect(input).not.toHaveProperty('$schema')
      expect(description.length).toBeGreaterThan(20)
    }
    expect(offered.tools[0]?.input).toHaveProperty('properties.count')
  })

  it('are the ones that the document tells of', () => {
    const document = readFileSync(join(import.meta.dirname, '../../docs/tools.md'), 'utf8')
    const told = [...document.matchAll(/^\| `(\w+)` /gm)].map(([, name]) => name)
    expect(told).toEqual(offered.tools.map(({ name }) => name))
  })

  it('let only those ask who can end their turn with a question', () => {
    expect(names(implementer)).toEqual(expect.arrayContaining(['ask_person', 'request_capability']))
    expect(names(researcher)).toEqual([
      'submit_result',
      'report_progress',
      'team_message',
      'wisdom',
      'exploration',
    ])
    expect(offerTools(researcher, null).judge('ask_person', { question: 'x' })).toMatchObject({
      kind: 'refused',
    })
  })

  it('take a result that fits, and say of any other what a reply would be told', () => {
    const fits = { status: 'completed', count: 1 }
    expect(offered.judge('submit_result', fits)).toMatchObject({ kind: 'taken', call: { input: fits } })
    const wrong = offered.judge('submit_result', { status: 'done', count: 1 })
    expect(wrong).toMatchObject({ kind: 'refused', complaint: expect.stringContaining('- status: ') })
    expect(offered.judge('submit_result', { status: 'completed', count: -1 })).toEqual({
      kind: 'refused',
      complaint: 'Nobody counts below nothing.',
    })
  })

  it('wrap a reply that is no object', () => {
    const either: Contract<null, unknown> = {
      ...contract,
      judge: () => null,
      reply: z.union([z.object({ yes: z.string() }), z.object({ no: z.string() })]),
    }
    const wrapped = offerTools(either, null)
    expect(wrapped.tools[0]?.input).toMatchObject({ type: 'object', required: ['result'] })
    const taken = { kind: 'taken', call: { tool: 'submit_result', input: { no: 'x' } } }
    expect(wrapped.judge('submit_result', { result: { no: 'x' } })).toMatchObject(taken)
    expect(wrapped.judge('submit_result', { no: 'x' })).toMatchObject(taken)
    expect(wrapped.judge('submit_result', { result: 'x' })).toMatchObject({ kind: 'refused' })
  })

  const post = { action: 'post', type: 'impl_complete', text: 'The parser is there.' }
  const add = { action: 'add', kind: 'convention', text: 'Names in kebab-case.', evidence: ['src/a-b.ts'] }
  const put = { action: 'put', angle: 'error-handling', summary: 'Errors are values.' }

  it.each<[string, Json]>([
    ['report_progress', { text: 'Half of it.' }],
    ['ask_person', { question: 'Which one?', options: [{ label: 'This' }] }],
    ['request_capability', { capability: 'a browser', why: 'To see the page.' }],
    ['team_message', { ...post, findings: ['a', 'b'], verification: 'tested' }],
    ['wisdom', add],
    ['exploration', put],
  ])('take a fitting %s', (name, input) => {
    expect(offered.judge(name, input)).toMatchObject({ kind: 'taken', call: { tool: name } })
  })

  it.each<[string, Json]>([
    ['team_message', { action: 'read' }],
    ['wisdom', { action: 'read', kind: 'issue' }],
    ['exploration', { action: 'get' }],
  ])('look up with %s, which is no call to be kept', (name, input) => {
    expect(offered.judge(name, input)).toMatchObject({ kind: 'looking', call: { tool: name } })
  })

  it.each<[string, string, Json]>([
    ['a tool that there is not', 'rm', {}],
    ['what is no object', 'wisdom', 'add'],
    ['an empty word', 'report_progress', { text: ' ' }],
    ['too many options', 'ask_person', { question: 'x', options: Array(9).fill({ label: 'y' }) }],
    ['a message of no type', 'team_message', { action: 'post', text: 'x' }],
    ['a message of an unknown type', 'team_message', { ...post, type: 'gossip' }],
    ['too many findings', 'team_message', { ...post, findings: Array(6).fill('x') }],
    ['a finding that is no short one', 'team_message', { ...post, findings: ['x'.repeat(101)] }],
    ['wisdom without evidence', 'wisdom', { ...add, evidence: [] }],
    ['wisdom of no kind', 'wisdom', { ...add, kind: null }],
    ['an angle with a way out', 'exploration', { ...put, angle: '../../x' }],
    ['an angle without a summary', 'exploration', { ...put, summary: null }],
    ['10 MB', 'submit_result', { status: 'completed', count: 1, more: 'x'.repeat(10_000_000) }],
    ['what is deep beyond sense', 'submit_result', deep(100_000)],
  ])('refuse %s', (_what, name, input) => {
    expect(offered.judge(name, input)).toMatchObject({ kind: 'refused', complaint: expect.any(String) })
  })
})

function deep(levels: number): Json {
  let value: Json = 1
  for (let level = 0; level < levels; level += 1) value = [value]
  return value
}
