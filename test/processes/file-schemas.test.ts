import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Json } from '../../src/kernel/json.ts'
import { PROCESSES } from '../../src/records/given-files.ts'
import { fileSchemas, jsonSchemaOf, schemaFile } from './file-schemas.ts'

const root = join(import.meta.dirname, '../..')
const UPDATE = 'UPDATE_SCHEMA=1 npx vitest run test/processes/file-schemas.test.ts && npx oxfmt schemas'

test.each(fileSchemas.map((each) => [schemaFile(each), each] as const))(
  'P9: %s is what the program takes',
  async (path, each) => {
    const file = join(root, path)
    if (process.env['UPDATE_SCHEMA'] === '1') {
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, `${JSON.stringify(jsonSchemaOf(each), null, 2)}\n`)
    }
    const committed: unknown = JSON.parse(await readFile(file, 'utf8').catch(() => 'null'))
    expect(committed, `${path} is out of date: ${UPDATE}`).toEqual(jsonSchemaOf(each))
  },
)

test('P9: every process has its schemas, and there is none that nobody writes', async () => {
  const entries = await readdir(join(root, 'schemas'), { recursive: true })
  const found = entries.filter((path) => path.endsWith('.json')).map((path) => `schemas/${path}`)
  expect(found.toSorted()).toEqual(fileSchemas.map(schemaFile).toSorted())
  for (const name of PROCESSES) expect(found.some((path) => path.includes(`/${name}/`))).toBe(true)
})

const left = z.object({ status: z.enum(['active', 'completed']), tasks: z.array(z.string()) })

test('P9: what a schema is written from is what it asks for, and a change of it is seen', () => {
  const of = (schema: z.ZodType): Json => jsonSchemaOf({ process: 'gem-team', name: 'plan', schema })
  expect(of(left)).toMatchObject({
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'plan of gem-team',
    required: ['status', 'tasks'],
  })
  const fromJson = z.fromJSONSchema(of(left) as Parameters<typeof z.fromJSONSchema>[0])
  expect(fromJson.safeParse({ status: 'active', tasks: [] }).success).toBe(true)
  expect(fromJson.safeParse({ status: 'over', tasks: [] }).success).toBe(false)
  expect(of(left.partial())).not.toEqual(of(left))
})
