import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { PATIENCE_MS } from '../harness/cli.ts'
import type { CliBench } from '../harness/cli-bench.ts'
import { makeBench } from '../harness/cli-bench.ts'

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS })

let bench: CliBench
beforeAll(async () => {
  bench = await makeBench()
})
afterAll(() => bench.remove())

test('help of every command has examples', async () => {
  const { status, stdout } = await bench.cli(['--help'])
  expect(status).toBe(0)
  const listed = stdout.slice(stdout.indexOf('Commands:'), stdout.indexOf('Examples:'))
  const commands = [...listed.matchAll(/^ {2}([a-z]+)/gm)].map(([, name]) => name ?? '')
  expect(commands.length).toBeGreaterThan(12)
  for (const command of commands.filter((name) => name !== 'help')) {
    const help = await bench.cli([command, '--help'])
    expect(help.status).toBe(0)
    expect(help.stdout).toMatch(new RegExp(`\\nExamples:\\n {2}\\$ tutti ${command}`))
  }
})

test('the version is the package’s', async () => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string }
  expect(await bench.cli(['--version'])).toMatchObject({ status: 0, stdout: `${version}\n` })
})
