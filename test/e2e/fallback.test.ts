import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Act } from '../../src/adapters/agents/scripted/script.ts'
import { viewRun } from '../../src/protocol/view-run.ts'
import { agentProgram, PATIENCE_MS } from '../harness/cli.ts'
import type { CliBench } from '../harness/cli-bench.ts'
import { makeBench } from '../harness/cli-bench.ts'
import { findLeftBehind } from '../harness/left-behind.ts'
import { scene, scriptOf } from '../harness/script.ts'

const tasks = [{ id: 'T1' }, { id: 'T2' }]
let bench: CliBench
beforeEach(async () => {
  bench = await makeBench(scriptOf(tasks))
})
afterEach(() => bench.remove())

/** An agent called `first`, a file of its own that does this when it is to do a task, and `second`, who works. */
async function configure(acts: (file: string) => readonly Act[]): Promise<void> {
  const file = join(bench.meeting, 'first')
  const script = join(bench.folder, 'first.json')
  const words = [process.execPath, agentProgram, '--script', script, '--log', bench.agentLog]
  await writeFile(file, `#!/bin/sh\nexec ${words.join(' ')}\n`)
  await chmod(file, 0o755)
  const { scenes } = scriptOf(tasks)
  const first = [scene({ role: 'implementer' }, acts(file)), ...scenes]
  await writeFile(script, JSON.stringify({ scenes: first }))
  const second = [
    process.execPath,
    agentProgram,
    '--script',
    join(bench.folder, 'script.json'),
    '--log',
    bench.agentLog,
  ]
  await bench.configure({
    agent: 'first',
    fallback: ['absent-agent', 'second'],
    agents: { first: { command: [file] }, second: { command: second } },
    limits: { parallel: 1 },
    policy: { backoff: '1ms' },
  })
  await bench.git('commit', '--quiet', '--all', '--message', 'chore: two agents')
}

describe('P7: an agent that is taken away in the middle', () => {
  test.each([
    [
      'is gone',
      (file: string): readonly Act[] => [
        { act: 'run', command: `rm ${file}` },
        { act: 'crash', code: 1 },
      ],
    ],
    ['has a rate limit', (): readonly Act[] => [{ act: 'rate-limit', retryAfterSeconds: 3600 }]],
  ])(
    '%s: another does its tasks, and the run says so',
    async (_what, acts) => {
      await configure(acts)
      const { status, stderr } = await bench.cli(['run', 'Do it', '--name', 'r', '--yes', '--no-wait'])
      expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' })
      expect(stderr).toContain('There is no agent "absent-agent"')
      expect(stderr).toContain('second takes over as implementer')
      const view = viewRun(await bench.events('r'))
      expect(view.tasks).toMatchObject([
        { state: 'done', agent: 'second' },
        { state: 'done', agent: 'second' },
      ])
      expect(await findLeftBehind(bench)).toEqual([])
    },
    PATIENCE_MS,
  )
})

test('P4: a cap that an agent cannot be held to is refused before anything is done', async () => {
  await writeFile(join(bench.folder, 'goose'), '#!/bin/sh\n')
  await chmod(join(bench.folder, 'goose'), 0o755)
  const environment = { ...bench.environment, PATH: `${bench.folder}:${bench.environment['PATH']}` }
  const run = ['run', 'Do it', '--agent', 'goose', '--tokens', '5', '--name', 'r', '--yes', '--no-wait']
  const { status, stderr } = await bench.cli(run, { environment })
  expect(stderr).toContain('The cap on tokens cannot hold: goose cannot be metered')
  expect(status).toBe(2)
  expect(await bench.events('r').catch(() => [])).toEqual([])
})
