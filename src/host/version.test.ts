import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { TUTTI_VERSION } from './version.ts'

it('is the version of the package', async () => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8'))
  expect(TUTTI_VERSION).toBe(version)
})
