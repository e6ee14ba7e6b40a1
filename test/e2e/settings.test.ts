import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PATIENCE_MS } from '../harness/cli.ts'
import type { CliBench } from '../harness/cli-bench.ts'
import { makeBench } from '../harness/cli-bench.ts'
import { reply, scene, scriptOf } from '../harness/script.ts'

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS })

let bench: CliBench
beforeEach(async () => {
  bench = await makeBench()
})
afterEach(() => bench.remove())

async function writeUserFile(text: string): Promise<void> {
  const folder = join(bench.environment['HOME'] ?? '', '.config/tutti')
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'tutti.yaml')
  // What the bench allows its agents stays.
  await writeFile(file, text + (await readFile(file, 'utf8').catch(() => '')))
}

test('doctor says of every value where it came from; flags come before all', async () => {
  await writeUserFile('limits:\n  turns: 11\n  attempts: 12\n  parallel: 13\n')
  await bench.configure({ limits: { attempts: 22, parallel: 23 } })
  const environment = { ...bench.environment, TUTTI_LIMITS_PARALLEL: '33' }
  const { stdout } = await bench.cli(['doctor', '--json'], { environment })
  const { settings } = JSON.parse(stdout) as { readonly settings: readonly { readonly key: string }[] }
  const of = (key: string) => settings.find((each) => each.key === key)
  expect(of('limits.gates')).toMatchObject({ value: 1, source: 'default' })
  expect(of('limits.turns')).toMatchObject({
    value: 11,
    source: 'user',
    where: expect.stringMatching(/tutti\.yaml:2:3$/),
  })
  expect(of('limits.attempts')).toMatchObject({
    value: 22,
    source: 'repository',
    where: expect.stringMatching(/^tutti\.yaml:\d+:\d+$/),
  })
  expect(of('limits.parallel')).toMatchObject({
    value: 33,
    source: 'environment',
    where: 'TUTTI_LIMITS_PARALLEL',
  })
  const text = await bench.cli(['doctor'], { environment })
  expect(text.stdout).toMatch(/limits\.time +2h +default/)

  const flagged = await bench.cli(['run', 'Do it', '--name', 'one', '--yes', '--parallel', '3'], {
    environment,
  })
  expect(flagged.status).toBe(0)
  const [started] = await bench.events('one')
  expect(started).toMatchObject({
    limits: { turns: 11 },
    input: { value: { policy: { parallel: 3, attempts: 22 } } },
  })
})

test('init writes a file that parses, once', async () => {
  await rm(join(bench.root, 'tutti.yaml'))
  await bench.write('package.json', '{ "scripts": { "test": "node --test" } }\n')
  const init = await bench.cli(['init'])
  expect(init).toMatchObject({ status: 0, stderr: '' })
  expect(init.stdout).toContain('Wrote ')
  const written = await readFile(join(bench.root, 'tutti.yaml'), 'utf8')
  expect(written).toContain('\n  - npm test\n')
  const { stdout } = await bench.cli(['doctor'])
  expect(stdout).toMatch(/verify +\[\{"name":"npm test".*tutti\.yaml:\d+:1/)
  expect((await bench.cli(['init'])).status).toBe(2)
  expect(await readFile(join(bench.root, 'tutti.yaml'), 'utf8')).toBe(written)
  await bench.write('tutti.yaml', 'agnt: broken\n')
  expect((await bench.cli(['init', '--force'])).status).toBe(0)
  expect(await readFile(join(bench.root, 'tutti.yaml'), 'utf8')).toBe(written)
})

test('P11: a credential reaches the agent, and no command of the repository', async () => {
  const seen = { agent: join(bench.meeting, 'agent-env'), verify: join(bench.meeting, 'verify-env') }
  const looking = [
    { act: 'run', command: `env > '${seen.agent}'` },
    ...reply({ summary: 'Seen.', findings: [] }),
  ] as const
  await bench.useScript(scriptOf([{ id: 'T1' }], [scene({ role: 'researcher' }, looking)]))
  await bench.configure({
    verify: [`env > '${seen.verify}'`],
    env: { pass: ['DATABASE_URL'], set: { GREETING: 'hello' } },
  })
  const environment = {
    ...bench.environment,
    ANTHROPIC_API_KEY: 'secret-1',
    GITHUB_TOKEN: 'secret-2',
    DATABASE_URL: 'postgres://',
    STRANGE: 'thing',
  }
  expect((await bench.cli(['run', 'Do it', '--name', 'one', '--yes'], { environment })).status).toBe(0)
  const agent = await readFile(seen.agent, 'utf8')
  expect(agent).toContain('ANTHROPIC_API_KEY=secret-1')
  const verify = await readFile(seen.verify, 'utf8')
  expect(verify).toContain('PATH=')
  expect(verify).toContain('DATABASE_URL=postgres://')
  expect(verify).toContain('GREETING=hello')
  expect(verify).not.toContain('secret')
  expect(verify).not.toContain('STRANGE')
})
