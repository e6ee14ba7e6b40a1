import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { offerTools } from '../../src/contracts/offer-tools.ts'
import { judgeReply, readReply, replySchema } from '../../src/contracts/read-reply.ts'
import type { Json } from '../../src/kernel/json.ts'
import { roster } from './roster.ts'
import type { RosterEntry } from './roster-entry.ts'
import { allFields, fieldsOf, spoil, type Spoiled } from './spoil-reply.ts'

type Contract = RosterEntry['contract']

const unfit = (words = ''): object => ({ kind: 'unfit', complaint: expect.stringContaining(words) })
const fence = (value: Json): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``

/** What a judge takes although it is wrong, and what it refuses without saying which field it is. */
function overlooked(
  spoiled: readonly Spoiled[],
  judge: (reply: Json) => ReturnType<typeof judgeReply>,
): readonly string[] {
  return spoiled.flatMap(({ how, where, reply }) => {
    const read = judge(reply)
    if (read.kind === 'fits') return [`${how}: taken`]
    return read.complaint.includes(`- ${where}: `) ? [] : [`${how}: ${read.complaint}`]
  })
}

const submit = (contract: Contract, value: Json) => offerTools(contract, null).judge('submit_result', value)

function nested(levels: number): string {
  return `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
}

const garbage = 'so {'.repeat(50) + 'x'.repeat(10_000_000)

describe.each(roster.map((each) => [each.name, each] as const))('the %s', (_name, entry) => {
  const { contract, fits, refused } = entry
  const [usual] = fits
  const text = JSON.stringify(usual)
  const whole = judgeReply(contract, usual)

  it('P7: is understood however a fitting reply is handed in, and held to the last one', () => {
    expect(whole).toMatchObject({ kind: 'fits' })
    const wrapped = [
      text,
      fence(usual),
      `I looked at { and "}.\n\n${fence(usual)}\n\nThat is all.`,
      `First {"verdict":"none"}, then ${text}`,
      `${fence({ status: 'failed' })}\nNo:\n${fence(usual)}`,
      ` \u{FEFF}\r\n${text}\r\n`,
    ]
    for (const said of wrapped) expect(readReply(contract, said)).toEqual(whole)
    expect(submit(contract, usual)).toMatchObject({ kind: 'taken', call: { input: usual } })
    expect(readReply(contract, `${fence(usual)} or rather {"a":1}`)).toMatchObject(unfit('- '))
  })

  it.each(fits.map((reply, index) => [index + 1, reply]))('P7: takes fitting reply %i', (_, reply) => {
    expect(judgeReply(contract, reply)).toMatchObject({ kind: 'fits' })
  })

  it('P7: is refused whatever one field has wrong, by the name of that field', () => {
    const spoiled = fits.flatMap((reply) => spoil(replySchema(contract), reply))
    expect(spoiled.length).toBeGreaterThan(5)
    expect(overlooked(spoiled, (reply) => judgeReply(contract, reply))).toEqual([])
  })

  it.each(refused)('P7: is refused for %s', (_why, reply, words) => {
    expect(judgeReply(contract, reply)).toMatchObject(unfit(words))
    expect(submit(contract, reply)).toMatchObject({
      kind: 'refused',
      complaint: expect.stringContaining(words),
    })
  })

  it('is refused for what is no reply', () => {
    const said = ['', ' \n\t', 'All is done and every test passes.', '[1, 2, "completed"]', 'null', garbage]
    for (const each of said) expect(readReply(contract, each)).toMatchObject(unfit('no JSON object'))
    expect(readReply(contract, `${text}${garbage}`)).toMatchObject(unfit('no JSON object'))
    expect(readReply(contract, `{"summary":"${garbage}"}`)).toMatchObject(unfit('no JSON object'))
  })

  it('is refused wherever a reply breaks off', () => {
    for (let end = text.length - 1; end > 0; end -= 7)
      expect(readReply(contract, text.slice(0, end)), text.slice(0, end)).toMatchObject(unfit())
  })

  it('is refused for what is no object, or too much, through its tool too', () => {
    const handed: readonly Json[] = [null, 'completed', 7, true, [], [usual], {}]
    for (const value of handed)
      expect(submit(contract, value), JSON.stringify(value)).toMatchObject({ kind: 'refused' })
    expect(submit(contract, { ...usual, more: garbage })).toMatchObject({ kind: 'refused' })
    expect(submit(contract, JSON.parse(nested(10_000)) as Json)).toMatchObject({ kind: 'refused' })
  })

  it('is not brought down by what is nested ten thousand deep', () => {
    expect(readReply(contract, nested(10_000))).toMatchObject(unfit('- '))
    const [key = ''] = Object.keys(usual)
    const deep = `${text.slice(0, -1)},${JSON.stringify(key)}:${nested(10_000)}}`
    expect(readReply(contract, deep)).toMatchObject(unfit(`- ${key}`))
    expect(readReply(contract, `${text.slice(0, -1)},"more":${nested(10_000)}}`)).toEqual(whole)
  })

  it('takes nothing from the names that objects inherit by', () => {
    const inherited = `{"__proto__":${text},"constructor":{"prototype":${text}}}`
    expect(readReply(contract, inherited)).toMatchObject(unfit('- '))
    const more = `${text.slice(0, -1)},"__proto__":{"tainted":true},"constructor":{"prototype":{"tainted":true}}}`
    const read = readReply(contract, more)
    expect(read).toEqual(whole)
    expect(read.kind === 'fits' ? Object.getPrototypeOf(read.reply) : null).toBe(Object.prototype)
    expect({}).not.toHaveProperty('tainted')
  })

  it('is told what is wrong in a few words, however much that is', () => {
    const many = Object.fromEntries(
      Object.keys(usual).map((name) => [name, Array<Json>(2000).fill({ '': 'x' })]),
    )
    const read = judgeReply(contract, many)
    expect(read).toMatchObject(unfit())
    expect(read.kind === 'unfit' ? read.complaint.length : 0).toBeLessThan(21_000)
  })
})

describe('the trial itself', () => {
  it('has replies with every field that a reply can have', () => {
    for (const { name, contract } of roster) {
      const schema = replySchema(contract)
      const alike = roster.filter((each) => isDeepStrictEqual(replySchema(each.contract), schema))
      expect(fieldsOf(schema, ...alike.flatMap(({ fits }) => fits)), name).toEqual(allFields(schema))
    }
  })

  it('sees a judge that takes everything, and one that does not say what is wrong', () => {
    const schema = { properties: { a: { type: 'string', minLength: 1 } }, required: ['a'] }
    const spoiled = spoil(schema, { a: 'x' })
    expect(spoiled.map(({ how }) => how)).toEqual([
      'a is missing',
      'a is of another type',
      'a is null',
      'a is empty',
    ])
    expect(overlooked(spoiled, () => ({ kind: 'fits', reply: null }))).toHaveLength(4)
    expect(overlooked(spoiled, () => ({ kind: 'unfit', complaint: 'No.' }))).toHaveLength(4)
  })

  it('sees a field that no reply was tried with', () => {
    const schema = { properties: { a: { type: 'string' }, b: { items: { type: 'string' } } } }
    expect(allFields(schema)).toEqual(['', 'a', 'b', 'b.*'])
    expect(fieldsOf(schema, { a: 'x' })).toEqual(['', 'a'])
  })
})
