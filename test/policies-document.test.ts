import { readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { sectionOf, tableRows } from './documents/markdown.ts'
import { policyRows } from './documents/policy-rows.ts'

const FILE = new URL('../docs/policies.md', import.meta.url)
const UPDATE = 'UPDATE_POLICIES=1 npx vitest run test/policies-document.test.ts && npx oxfmt docs/policies.md'

test('docs/policies.md says every value of every built-in policy', async () => {
  if (process.env['UPDATE_POLICIES'] === '1') await update()
  const text = await readFile(FILE, 'utf8')
  const said = tableRows(sectionOf(text, 'Values'))
  expect(said.length).toBeGreaterThan(60)
  expect(said, `docs/policies.md is out of date: ${UPDATE}`).toEqual(policyRows())
})

async function update(): Promise<void> {
  const [before = ''] = (await readFile(FILE, 'utf8')).split('## Values')
  const rows = policyRows().map((cells) => `| ${cells.join(' | ')} |`)
  const table = ['| key | `standard` | `plain` |', '| --- | --- | --- |', ...rows].join('\n')
  await writeFile(FILE, `${before}## Values\n\n${table}\n`)
}
