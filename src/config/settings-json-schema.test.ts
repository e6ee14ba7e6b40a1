import { readFile, writeFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { writtenSettings } from '../../test/arbitraries/written-settings.ts'
import type { Json } from '../kernel/json.ts'
import { settingsJsonSchema } from './settings-json-schema.ts'

const FILE = new URL('../../tutti.schema.json', import.meta.url)
const UPDATE = 'UPDATE_SCHEMA=1 npx vitest run src/config && npx oxfmt tutti.schema.json'

describe('settingsJsonSchema', () => {
  it('is what tutti.schema.json holds', async () => {
    if (process.env['UPDATE_SCHEMA'] === '1')
      await writeFile(FILE, `${JSON.stringify(settingsJsonSchema(), null, 2)}\n`)
    const committed: unknown = JSON.parse(await readFile(FILE, 'utf8'))
    expect(committed, `tutti.schema.json is out of date: ${UPDATE}`).toEqual(settingsJsonSchema())
  })

  it('describes every key', () => {
    expect(undescribed(settingsJsonSchema(), '')).toEqual([])
    expect(undescribed({ properties: { a: { description: 'x', properties: { b: {} } } } }, '')).toEqual([
      '.a.b',
    ])
  })

  it('names its draft and has no address of its own', () => {
    expect(settingsJsonSchema()).toMatchObject({
      $schema: 'http://json-schema.org/draft-07/schema#',
      title: 'Tutti settings',
    })
    expect(settingsJsonSchema()).not.toHaveProperty('$id')
  })

  const fromJson = z.fromJSONSchema(settingsJsonSchema() as Parameters<typeof z.fromJSONSchema>[0])

  it('takes whatever the file may hold', () => {
    fc.assert(
      fc.property(writtenSettings, (settings) => {
        expect(fromJson.safeParse(settings).error).toBeUndefined()
      }),
    )
  })

  it.each([
    { verfiy: ['a'] },
    { limits: { turns: 0 } },
    { limits: { time: '5' } },
    { verify: [] },
    { verify: [{ name: 'a' }] },
    { prepare: true },
    { agents: { a: { program: 'codex', way: 'other' } } },
    { routes: [{ agent: 'a', effort: 'huge' }] },
    { agents: { '1x': { command: 'a' } } },
    { env: { set: { TUTTI_X: '1' } } },
    { state: { journals: 'here' } },
  ])('refuses %j', (settings) => {
    expect(fromJson.safeParse(settings).success).toBe(false)
  })
})

/** Paths of properties without a sentence for the editor to show. */
function undescribed(schema: Json, path: string): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]) => {
    if (key !== 'properties') return undescribed(value, path)
    return Object.entries(value as Readonly<Record<string, Json>>).flatMap(([name, property]) => {
      const here = `${path}.${name}`
      const described = typeof property === 'object' && property !== null && 'description' in property
      return [...(described ? [] : [here]), ...undescribed(property, here)]
    })
  })
}
