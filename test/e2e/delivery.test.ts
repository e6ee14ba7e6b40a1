import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PATIENCE_MS } from '../harness/cli.ts'
import type { CliBench } from '../harness/cli-bench.ts'
import { makeBench } from '../harness/cli-bench.ts'
import { reply, scene, scriptOf } from '../harness/script.ts'

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS })

/** T1 writes a test and code that does not pass it, and mends that once it was told why. */
const script = scriptOf(
  [
    {
      id: 'T1',
      acts: [write('sum.js', 'export const sum = (a, b) => a - b\n'), write('sum.test.js', testOf('sum'))],
    },
    { id: 'T2', acts: [write('double.js', 'export const double = (a) => a * 2\n')] },
    {
      id: 'T3',
      after: ['T1', 'T2'],
      acts: [write('index.js', "export * from './sum.js'\nexport * from './double.js'\n")],
    },
  ],
  [
    scene({ step: 'execute/T1@r1/attempt-2/implement/**' }, [
      { act: 'edit', path: 'sum.js', find: 'a - b', replace: 'a + b' },
      ...reply({ status: 'completed', summary: 'It adds now.' }),
    ]),
    scene(
      { role: 'debugger' },
      reply({
        rootCause: 'It subtracts.',
        location: { path: 'add.js', line: null },
        kind: 'code',
        fix: 'Add.',
        changes: 'It adds.',
        confidence: 0.9,
      }),
    ),
  ],
)

function write(path: string, text: string) {
  return { act: 'write', path, text } as const
}

function testOf(name: string): string {
  return [
    "import assert from 'node:assert/strict'",
    "import { test } from 'node:test'",
    `import { ${name} } from './${name}.js'`,
    `test('${name}', () => assert.equal(${name}(2, 3), 5))`,
    '',
  ].join('\n')
}

let bench: CliBench
beforeEach(async () => {
  bench = await makeBench(script)
  await bench.write('package.json', '{ "type": "module" }\n')
  await bench.write('base.test.js', "import { test } from 'node:test'\ntest('there is a base', () => {})\n")
  await bench.configure({ verify: ['node --test'] })
  await bench.git('add', '--all')
  await bench.git('commit', '--quiet', '--message', 'chore: tests')
})
afterEach(() => bench.remove())

/** The user's own word on a commit: its tests in a fresh checkout. */
async function proveCommit(commit: string): Promise<string> {
  const tree = join(bench.folder, 'trees', commit)
  await bench.git('worktree', 'add', '--quiet', '--detach', tree, commit)
  const { stdout } = await promisify(execFile)('node', ['--test'], { cwd: tree, env: bench.environment })
  return stdout
}

test('P2: a run delivers a branch of proven commits, one for each task', async () => {
  const { status, stdout, stderr } = await bench.cli(['run', 'Give it sums', '--name', 'one', '--yes'])
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' })
  expect(stderr).toContain('3 of 3 tasks, 1 after a diagnosed retry')
  const commits = (await bench.git('log', '--reverse', '--format=%H|%P|%s|%b', '-z', 'main..tutti/one'))
    .split('\0')
    .filter((line) => line !== '')
    .map((line) => line.split('|'))
  const main = await bench.git('rev-parse', 'main')
  expect(commits.map(([, parents]) => parents)).toEqual([main, commits[0]?.[0], commits[1]?.[0]])
  const subjects = commits.map(([, , subject = '']) => subject)
  expect(new Set(subjects)).toEqual(new Set(['chore: T1', 'chore: T2', 'chore: T3']))
  expect(subjects.at(-1)).toBe('chore: T3')
  for (const [commit = '', , subject = '', body = ''] of commits) {
    const id = subject.slice(-2)
    expect(body).toMatch(
      new RegExp(
        `^Task ${id}\\.\n\nTutti-Task: ${id}\nTutti-Run: one\nTutti-Step: execute/integrate/round-\\d+/`,
      ),
    )
    expect(await proveCommit(commit)).toContain('# fail 0')
  }
  expect(await bench.git('status', '--porcelain')).toBe('')
  expect(await bench.git('branch', '--show-current')).toBe('main')
})
