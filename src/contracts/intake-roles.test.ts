import { describe, expect, it } from 'vitest'
import { prdSchema } from '../plan/prd.ts'
import { codeMapperContract } from './code-mapper.ts'
import { discussionContract } from './discussion.ts'
import { interpreterContract } from './interpreter.ts'
import { readReply } from './read-reply.ts'
import { specifierContract } from './specifier.ts'

const unfit = (words: string): object => ({ kind: 'unfit', complaint: expect.stringContaining(words) })

describe('the interpreter', () => {
  const mandates = ['You MUST use Playwright.']
  const read = (value: unknown, isAnswered = false): unknown =>
    readReply(
      interpreterContract({ mandates, answer: isAnswered ? { question: 'q', answer: 'a' } : null }),
      JSON.stringify(value),
    )
  const clear = { status: 'clear', objective: 'o', criteria: ['c'], workType: 'fix', mandates }
  const question = { text: 'Which?', options: [{ label: 'a' }, { label: 'b' }] }

  it('may say what is meant, or ask one question', () => {
    expect(read(clear)).toMatchObject({ kind: 'fits' })
    expect(read({ status: 'cannot_tell', question })).toMatchObject({ kind: 'fits' })
  })

  it.each([
    ['B21: a demand that got lost', { ...clear, mandates: [] }, 'You MUST use Playwright.'],
    ['B21: a demand in other words', { ...clear, mandates: ['Use Playwright'] }, 'word for word'],
    ['no criteria', { ...clear, criteria: [] }, 'when it is done'],
    ['no type', { ...clear, workType: null }, 'which type'],
    ['an unknown type', { ...clear, workType: 'epic' }, 'workType'],
    ['no objective', { ...clear, objective: ' ' }, 'objective'],
    ['no question', { status: 'cannot_tell' }, 'question'],
    [
      'one answer to choose from',
      { status: 'cannot_tell', question: { text: 'q', options: [{ label: 'a' }] } },
      'options',
    ],
  ])('is sent back for %s', (_name, value, words) => {
    expect(read(value)).toMatchObject(unfit(words))
  })

  it('asks only once', () => {
    expect(read({ status: 'cannot_tell', question }, true)).toMatchObject(unfit('answered already'))
  })

  it('is told what is unclear and what must stay', () => {
    const request = {
      objective: 'o',
      unclear: ['It says "maybe".'],
      mandates,
      languages: ['TypeScript'],
      files: ['a.ts'],
      answer: null,
    }
    expect(interpreterContract(request).prompt(request)).toMatchSnapshot()
  })
})

describe('the code mapper', () => {
  const contract = codeMapperContract({ files: ['a.ts'] })

  it('names files that are there', () => {
    const reply = (path: string): string => JSON.stringify({ files: [{ path, why: 'w' }] })
    expect(readReply(contract, reply('a.ts'))).toMatchObject({ kind: 'fits' })
    expect(readReply(contract, reply('b.ts'))).toMatchObject(unfit('b.ts'))
    expect(readReply(contract, '{"files":[{"path":"a.ts"}]}')).toMatchObject(unfit('why'))
    expect(contract.prompt({ objective: 'o', files: ['a.ts'] })).toMatchSnapshot()
  })
})

describe('a discussion', () => {
  const contract = discussionContract({ files: ['a.ts'], least: 2, most: 3 })
  const option = (label: string, recommended = false): object => ({
    label,
    pros: ['p'],
    cons: ['c'],
    recommended,
  })
  const point = (question: string, parts: object = {}): object => ({
    kind: 'data',
    question,
    impact: 'i',
    lookedAt: [{ path: 'a.ts', found: 'nothing' }],
    answeredByCode: false,
    scope: 'task',
    options: [option('x', true), option('y')],
    ...parts,
  })
  const read = (questions: readonly object[], fewBecause = ''): unknown =>
    readReply(contract, JSON.stringify({ questions, fewBecause }))

  it('has three to five questions with options of which one is recommended', () => {
    expect(read([point('a'), point('b')])).toMatchObject({ kind: 'fits' })
    expect(read([], 'Everything is settled.')).toMatchObject({ kind: 'fits' })
  })

  it.each([
    ['A15: too few, for no reason', [point('a')], 'Fewer than 2'],
    ['A15: too many', ['a', 'b', 'c', 'd'].map((each) => point(each)), 'At most 3'],
    ['C12: what the code answers', [point('a'), point('b', { answeredByCode: true })], 'The code answers'],
    ['C12: nobody looked', [point('a'), point('b', { lookedAt: [] })], 'lookedAt'],
    [
      'C12: a look at nothing',
      [point('a'), point('b', { lookedAt: [{ path: 'z.ts', found: 'f' }] })],
      'z.ts',
    ],
    ['A14: one option', [point('a'), point('b', { options: [option('x', true)] })], 'options'],
    [
      'A14: five options',
      [point('a'), point('b', { options: ['1', '2', '3', '4', '5'].map((each) => option(each)) })],
      'options',
    ],
    ['no recommendation', [point('a'), point('b', { options: [option('x'), option('y')] })], 'exactly one'],
    [
      'nothing against an option',
      [point('a'), point('b', { options: [{ label: 'x', pros: ['p'], cons: [] }, option('y')] })],
      'cons',
    ],
    ['the same twice', [point('a'), point('A')], 'asked twice'],
    ['a kind nobody knows', [point('a'), point('b', { kind: 'taste' })], 'kind'],
  ])('is sent back for %s', (_name, questions, words) => {
    expect(read(questions)).toMatchObject(unfit(words))
  })

  it('is asked for in these words', () => {
    const request = {
      objective: 'o',
      criteria: ['c'],
      kinds: ['data'],
      likelyFiles: ['a.ts'],
      files: ['a.ts'],
      least: 3,
      most: 5,
    }
    expect(contract.prompt(request)).toMatchSnapshot()
  })
})

describe('the specifier', () => {
  const criterion = { criterion: 'c', verification: 'v' }
  const prd = prdSchema.parse({
    prd_id: 'p',
    version: '1.0.0',
    acceptance_criteria: [{ id: 'AC-001', criterion: 'c' }],
  })
  const read = (of: typeof prd | null, value: unknown): unknown =>
    readReply(specifierContract({ prd: of }), JSON.stringify(value))

  it('gives what is new or different', () => {
    expect(read(null, { change: 'x', acceptance_criteria: [criterion] })).toMatchObject({ kind: 'fits' })
    expect(read(prd, { change: 'x', acceptance_criteria: [{ id: 'AC-001', ...criterion }] })).toMatchObject({
      kind: 'fits',
    })
    expect(read(prd, { change: 'x' })).toMatchObject({ kind: 'fits' })
  })

  it.each([
    ['no criterion in a first one', null, { change: 'x' }, 'at least one'],
    [
      'an id that is nowhere',
      prd,
      { change: 'x', acceptance_criteria: [{ id: 'AC-002', ...criterion }] },
      'AC-002',
    ],
    ['no way to see it', prd, { change: 'x', acceptance_criteria: [{ criterion: 'c' }] }, 'verification'],
    [
      'an error without its form',
      prd,
      { change: 'x', errors: [{ code: 'E1', message: 'm' }] },
      'ERR_AUTH_001',
    ],
    ['no word on what changed', prd, {}, 'change'],
  ])('is sent back for %s', (_name, of, value, words) => {
    expect(read(of, value)).toMatchObject(unfit(words))
  })

  it('is asked for in these words', () => {
    const request = { objective: 'o', criteria: ['c'], clarifications: [{ question: 'q', answer: 'a' }], prd }
    expect(specifierContract(request).prompt(request)).toMatchSnapshot()
    expect(specifierContract(request).prompt({ ...request, prd: null })).toContain('There is none yet.')
  })
})
