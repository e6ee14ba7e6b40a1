import { join } from 'node:path'
import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CliBench } from '../harness/cli-bench.ts'
import { makeBench } from '../harness/cli-bench.ts'
import { scriptOf } from '../harness/script.ts'

const good = `objective: A small thing
tasks:
  - {id: A, title: First, writeSet: [a.txt]}
  - {id: B, title: Second, dependencies: [A], writeSet: [a.txt]}
`
const bad = `objective: A small thing
tasks:
  - id: A
    title: Figure out the rest
    dependencies: [B]
  - {id: B, title: Second, dependencies: [A], estimates: {effort: large}}
`

let bench: CliBench

beforeAll(async () => {
  bench = await makeBench(scriptOf([{ id: 'T1' }, { id: 'T2', after: ['T1'] }]))
  await writeFile(join(bench.folder, 'good.yaml'), good)
  await writeFile(join(bench.folder, 'bad.yaml'), bad)
})

afterAll(() => bench.remove())

/** Outside of any repository: plans need none. */
const cli = (...args: readonly string[]) => bench.cli(args, { cwd: bench.folder })

describe('tutti plan lint', () => {
  test('says each finding with its place, and ends with 1 when one is an error', async () => {
    const { status, stdout, stderr } = await cli('plan', 'lint', 'bad.yaml')
    expect(stdout.split('\n').map((line) => line.split(': ').slice(0, 2).join(': '))).toEqual([
      'bad.yaml:4:12: error deferred-research',
      'bad.yaml:5:20: error cycle',
      'bad.yaml:6:67: warning task-too-large',
      '',
    ])
    expect({ status, stderr }).toEqual({ status: 1, stderr: '2 errors, 1 warning in bad.yaml.\n' })
  })

  test('ends with 0 when there is no error, also from standard input', async () => {
    const wrapper = ['sh', '-c', 'exec "$@" < good.yaml', 'sh']
    const ended = await bench.cli(['plan', 'lint', '-'], { cwd: bench.folder, wrapper })
    expect(ended).toMatchObject({
      status: 0,
      stdout: '',
      stderr: 'Nothing is wrong with <stdin>: 2 tasks.\n',
    })
  })

  test('tells machines the same', async () => {
    const { status, stdout } = await cli('plan', 'lint', 'bad.yaml', '--json')
    expect(status).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      file: 'bad.yaml',
      errors: 2,
      warnings: 1,
      findings: [
        { rule: 'deferred-research', path: ['tasks', 0, 'title'], line: 4, column: 12 },
        { rule: 'cycle', tasks: ['A', 'B'] },
        { rule: 'task-too-large', severity: 'warning' },
      ],
    })
  })

  test.each([
    ['a file that is not there', ['plan', 'lint', 'none.yaml'], 'There is no file none.yaml'],
    ['no file', ['plan', 'lint'], "missing required argument 'file'"],
    ['a number of workers that is none', ['plan', 'show', 'good.yaml', '--workers', 'x'], '--workers needs'],
  ])('refuses %s with 2', async (_name, args, words) => {
    const { status, stdout, stderr } = await cli(...args)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(/^tutti: [^\n]*\n$/)
    expect(stderr).toContain(words)
  })
})

describe('tutti plan show', () => {
  test('draws a plan that is written', async () => {
    const { status, stdout, stderr } = await cli('plan', 'show', 'good.yaml', '--workers', '1')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toContain('◆ critical path: A → B, 1h 0m')
    expect(stdout).toContain('Wave 2\n ◆ B  Second ← A ')
    expect(stdout).not.toContain('\u001B')
  })

  test('draws what it can of a plan that cannot be played, and says so', async () => {
    const { status, stdout, stderr } = await cli('plan', 'show', 'bad.yaml')
    expect(stdout).toContain('Can never start\n ✗ A')
    expect(status).toBe(0)
    expect(stderr).toContain('It cannot be played: 2 errors.')
  })

  test('P8: shows the whole plan of a run, from its journal', async () => {
    await bench.cli(['run', 'Do it', '--name', 'one', '--no-wait'])
    const { status, stdout } = await bench.cli(['plan', 'show', 'one', '--json'])
    expect(status).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      plan: {
        objective: 'What the test wants',
        tasks: [
          { id: 'T1', description: 'Do T1.' },
          { id: 'T2', acceptance: [{ criterion: 'T2 is there' }] },
        ],
      },
      waves: [['T1'], ['T2']],
      metrics: { criticalPath: { tasks: ['T1', 'T2'] } },
    })
    expect((await bench.cli(['plan', 'show'])).stdout).toContain('◆ T1 chore: T1')
  })

  test('says where it looked when there is no such plan', async () => {
    const { status, stderr } = await bench.cli(['plan', 'show', 'nobody'])
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: 'tutti: There is no file nobody. There is no run "nobody" here. See them all: tutti list.\n',
    })
  })
})
