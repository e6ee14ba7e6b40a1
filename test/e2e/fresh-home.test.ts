import { existsSync } from 'node:fs'
import { cp, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PATIENCE_MS } from '../harness/cli.ts'
import type { CliBench } from '../harness/cli-bench.ts'
import { makeBench } from '../harness/cli-bench.ts'
import { reply, scene, scriptOf } from '../harness/script.ts'

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS })

let bench: CliBench
beforeEach(async () => {
  bench = await makeBench()
  const look = (name: string) => ({ act: 'run', command: `env > '${seenBy(name)}'` }) as const
  const researcher = [look('researcher'), ...reply({ summary: 'Seen.', findings: [] })]
  await bench.useScript(
    scriptOf(
      [{ id: 'T1', acts: [look('implementer'), { act: 'write', path: 'T1.txt', text: 'T1\n' }] }],
      [scene({ role: 'researcher' }, researcher)],
    ),
  )
})
afterEach(() => bench.remove())

test('P7: a run with a fresh home gives its agents a home of their own, also when it is resumed, until it has ended', async () => {
  const environment = {
    ...bench.environment,
    XDG_CONFIG_HOME: join(bench.folder, 'my-config'),
    KEY: 'passes',
  }
  await cp(join(bench.folder, 'home/.config'), environment.XDG_CONFIG_HOME, { recursive: true })
  const started = ['run', 'Do it', '--name', 'one', '--fresh-home', '--no-wait']
  expect((await bench.cli(started, { environment })).status).toBe(4)
  const first = await variablesOf('researcher')
  const home = first['HOME'] ?? ''
  expect(home).toMatch(/\/one\/\.home$/)
  expect((await stat(home)).mode & 0o777).toBe(0o700)
  expect(first['XDG_CONFIG_HOME']).toBe(join(home, '.config'))
  expect(first['KEY']).toBe('passes')
  expect(first['TMPDIR']).toMatch(/\.agent-tmp$/)
  expect(dirname(first['TMPDIR'] ?? '')).toBe(dirname(home))

  expect((await bench.cli(['approve', 'one'], { environment })).status).toBe(0)
  expect((await bench.cli(['resume', 'one'], { environment })).status).toBe(0)
  expect((await variablesOf('implementer'))['HOME']).toBe(home)
  expect(existsSync(home)).toBe(false)
})

test('P7: what a run with a fresh home that has not ended keeps is removed with it', async () => {
  expect((await bench.cli(['run', 'Do it', '--name', 'one', '--fresh-home', '--no-wait'])).status).toBe(4)
  const home = (await variablesOf('researcher'))['HOME'] ?? ''
  expect(existsSync(home)).toBe(true)
  expect((await bench.cli(['clean', 'one', '--force'])).status).toBe(0)
  expect(existsSync(dirname(home))).toBe(false)
})

test("P7: otherwise agents have the user's own home", async () => {
  expect((await bench.cli(['run', 'Do it', '--name', 'one', '--yes'])).status).toBe(0)
  expect((await variablesOf('implementer'))['HOME']).toBe(bench.environment['HOME'])
})

function seenBy(name: string): string {
  return join(bench.meeting, `seen-by-${name}`)
}

async function variablesOf(name: string): Promise<Readonly<Record<string, string | undefined>>> {
  const lines = (await readFile(seenBy(name), 'utf8')).split('\n').map((line) => line.split('='))
  return Object.fromEntries(lines.map(([key = '', ...value]) => [key, value.join('=')]))
}
