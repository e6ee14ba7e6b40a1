import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { playbookTemplate } from '../../src/host/playbook-template.ts'
import { cliProgram, PATIENCE_MS } from '../harness/cli.ts'
import type { CliBench } from '../harness/cli-bench.ts'
import { makeBench } from '../harness/cli-bench.ts'
import { holdUntil, reply, scene, scriptOf } from '../harness/script.ts'

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS })

const root = resolve(import.meta.dirname, '../..')

let bench: CliBench
beforeEach(async () => {
  bench = await makeBench()
})
afterEach(() => bench.remove())

async function storyOfTheGuide(): Promise<string> {
  const [, story = ''] =
    /```ts\n(.*?)```/s.exec(await readFile(join(root, 'docs/playbooks.md'), 'utf8')) ?? []
  return story
}

test('P9: what init writes and what the guide shows have the types that an editor checks', async () => {
  await bench.write('example.ts', playbookTemplate)
  await bench.write('guide.ts', await storyOfTheGuide())
  const paths = {
    tutti: [join(dirname(cliProgram), 'index.d.ts')],
    zod: [join(root, 'node_modules/zod/index.d.ts')],
  }
  const compilerOptions = { rootDir: '/', typeRoots: [join(root, 'node_modules/@types')], paths }
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions,
    include: ['example.ts', 'guide.ts'],
  }
  await bench.write('tsconfig.json', JSON.stringify(config))
  await bench.write('package.json', JSON.stringify({ type: 'module' }))
  const check = (): Promise<unknown> =>
    promisify(execFile)(join(root, 'node_modules/.bin/tsc'), ['--noEmit', '-p', bench.root])
  await check()
  await bench.write('example.ts', playbookTemplate.replace('version: 1', `version: 'one'`))
  await expect(check()).rejects.toMatchObject({ stdout: expect.stringContaining('example.ts') })
})

test('P9: init writes a playbook that works as it is, and a killed run of it goes on', async () => {
  const gate = join(bench.meeting, 'gate')
  const acts = [...holdUntil(gate), { act: 'write', path: 'T1.txt', text: 'T1\n' } as const]
  await bench.useScript(scriptOf([{ id: 'T1', acts }, { id: 'T2' }]))
  const written = await bench.cli(['init', '--playbook'])
  expect(written).toMatchObject({ status: 0, stderr: '' })
  expect(written.stdout).toMatch(/^Wrote .*\.tutti\/playbooks\/example\.ts\. Change it, commit it, then: /)
  const second = await bench.cli(['init', '--playbook'])
  expect(second).toMatchObject({ status: 2, stderr: expect.stringContaining('is there already') })

  const live = bench.start(['run', 'Do it', '--playbook', 'example', '--name', 'one', '--yes'])
  await bench.untilFile(`${gate}.started`)
  live.signal('SIGKILL')
  await live.ended
  await writeFile(gate, '')
  const resumed = await bench.cli(['resume', 'one', '--yes'])
  expect(resumed).toMatchObject({ status: 0, stderr: expect.stringContaining('is ready for its reviewers.') })
  expect((await bench.git('log', '--format=%s', 'main..tutti/one')).split('\n').toSorted()).toEqual([
    'chore: T1',
    'chore: T2',
  ])
  const [started] = await bench.events('one')
  expect(started).toMatchObject({
    type: 'run-started',
    playbook: {
      name: 'example',
      version: 1,
      source: { file: '.tutti/playbooks/example.ts', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    },
  })
})

test('P9: a story of one’s own, with a contract of its own, is played on the public stages', async () => {
  await bench.write('tools/ours.ts', await storyOfTheGuide())
  const tidies = scene({ role: 'tidier' }, [
    { act: 'write', path: 'tidy.txt', text: 'tidy\n' },
    ...reply({ summary: 'Tidied up.' }),
  ])
  await bench.useScript(scriptOf([], [tidies]))
  const ended = await bench.cli(['run', 'Gently', '--playbook', './tools/ours.ts', '--name', 'one', '--json'])
  expect(ended).toMatchObject({ status: 0, stderr: '' })
  expect(await bench.git('show', '--format=%s', '--name-only', 'tutti/one')).toBe(
    'chore: tidy up\n\ntidy.txt',
  )
})

test('P9: a run is not played on by a file that is gone or no longer fits', async () => {
  await bench.cli(['init', '--playbook'])
  const waiting = await bench.cli(['run', 'Do it', '--playbook', 'example', '--name', 'one', '--no-wait'])
  expect(waiting.status).toBe(4)
  const file = join(bench.root, '.tutti/playbooks/example.ts')
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace('version: 1', 'version: 2, oldest: 2'))
  const unfit = await bench.cli(['resume', 'one', '--yes'])
  expect(unfit).toMatchObject({ status: 7, stdout: '' })
  expect(unfit.stderr).toMatch(/^tutti: one was started with version 1 of .*, which now plays on runs from /)
  await rm(file)
  const gone = await bench.cli(['resume', 'one', '--yes'])
  expect(gone).toMatchObject({ status: 7, stderr: expect.stringContaining('cannot be read any more') })
  await writeFile(file, text.replace('House rules', 'Rules of the house').replace('version: 1', 'version: 2'))
  expect((await bench.cli(['resume', 'one', '--yes'])).status).toBe(0)
})

test('P9: a mistake in the file is one sentence with its line, and nothing is started', async () => {
  await bench.write('ours.ts', `import { standardPlaybook } from 'tutti'\nexport const playbook = {,}\n`)
  const { status, stdout, stderr } = await bench.cli([
    'run',
    'Do it',
    '--playbook',
    './ours.ts',
    '--name',
    'one',
  ])
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toMatch(/^tutti: ours\.ts:2:\d+: Unexpected token\. Correct the playbook and try again\.\n$/)
  await expect(bench.events('one')).rejects.toThrow()
})
