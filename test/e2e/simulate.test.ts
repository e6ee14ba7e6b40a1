import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CliBench } from '../harness/cli-bench.ts'
import { makeBench } from '../harness/cli-bench.ts'
import { scriptOf } from '../harness/script.ts'

const plan = `objective: Two things & a third
tasks:
  - {id: A, title: First, estimates: {minutes: 30}}
  - {id: B, title: Second, estimates: {minutes: 40}}
  - {id: C, title: "Third <last>", dependencies: [A], estimates: {minutes: 20}}
`

let bench: CliBench

beforeAll(async () => {
  bench = await makeBench(scriptOf([{ id: 'T1' }]))
  await writeFile(join(bench.folder, 'plan.yaml'), plan)
})

afterAll(() => bench.remove())

/** Outside of any repository: a written plan needs none. */
const cli = (...args: readonly string[]) => bench.cli(['simulate', ...args], { cwd: bench.folder })

test('plays a written plan, and the same seed says the same', async () => {
  const { status, stdout, stderr } = await cli('plan.yaml', '--workers', '2', '--runs', '50')
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  for (const figure of ['makespan', 'bound', 'utilisation', 'cost', 'finished', 'advice']) {
    expect(stdout).toMatch(new RegExp(`^  ${figure} +\\S`, 'm'))
  }
  expect((await cli('plan.yaml', '--workers', '2', '--runs', '50')).stdout).toBe(stdout)
})

test('tells machines, and draws a row for each worker and a bar for each task', async () => {
  const flags = [
    '--workers',
    '2',
    '--failure-rate',
    '0',
    '--order',
    'waves',
    '--durations',
    'pareto',
    '--seed',
    '5',
  ]
  const { status, stdout, stderr } = await cli('plan.yaml', ...flags, '--svg', 'out.svg', '--json')
  expect({ status, stderr }).toEqual({
    status: 0,
    stderr: 'The timeline of the run in the middle is in out.svg.\n',
  })
  const asked = { workers: 2, order: 'waves', durations: 'pareto', failureRate: 0, runs: 1000, seed: 5 }
  expect(JSON.parse(stdout)).toMatchObject({ asked, turns: 3, finished: 1, advice: { width: 2 } })
  const svg = await readFile(join(bench.folder, 'out.svg'), 'utf8')
  expect(svg.match(/<rect /g)).toHaveLength(3)
  expect(svg).toContain('Two things &#38; a third')
  expect(svg).toContain('C: Third &#60;last&#62;')
})

test.each([
  ['--workers', '0', '--workers needs a whole number from 1 to 1000, not "0".'],
  ['--failure-rate', '2', '--failure-rate needs a number from 0 to 1, not "2".'],
  ['--order', 'any', 'Allowed choices are ready, waves.'],
  ['--svg', 'none/out.svg', 'none/out.svg cannot be written: its folder is not there.'],
])('refuses %s %s', async (flag, value, complaint) => {
  const { status, stdout, stderr } = await cli('plan.yaml', flag, value)
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toContain(complaint)
})

test('refuses a plan that cannot be played', async () => {
  await writeFile(join(bench.folder, 'bad.yaml'), plan.replace('[A]', '[X]'))
  const { status, stderr } = await cli('bad.yaml')
  expect(status).toBe(2)
  expect(stderr).toContain('The plan cannot be played: 1 error.')
})
