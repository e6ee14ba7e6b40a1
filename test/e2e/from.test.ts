import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { exitStatus } from '../../src/surfaces/cli/exit-status.ts'
import type { StartedCli } from '../harness/cli.ts'
import { PATIENCE_MS } from '../harness/cli.ts'
import type { CliBench } from '../harness/cli-bench.ts'
import { makeBench } from '../harness/cli-bench.ts'
import type { ProcessScript } from '../harness/play-process.ts'
import { halfFinished as controlflow } from '../processes/controlflow/job.ts'
import { halfFinished as gemTeam } from '../processes/gem-team/job.ts'
import { halfFinished as jiraLoop } from '../processes/jira-loop/job.ts'
import { halfFinished as teamCoordinate } from '../processes/team-coordinate/job.ts'

vi.setConfig({ testTimeout: 2 * PATIENCE_MS, hookTimeout: PATIENCE_MS })

const { ok } = exitStatus
let bench: CliBench

beforeEach(async () => {
  bench = await makeBench()
})
afterEach(() => bench.remove())

/** The files that another system left, as they are in a user's repository. */
async function leave({ files = {}, input, scenes }: ProcessScript): Promise<string> {
  const { path = '', files: left = [] } = input?.from ?? {}
  for (const [file, text] of Object.entries(files)) await bench.write(file, text)
  for (const { path: file, text } of left) await bench.write(join(path, file), text)
  await bench.git('add', '--all')
  await bench.git('commit', '--quiet', '--message', 'feat: what was left')
  await bench.useScript({ scenes })
  return path
}

describe('P9: a job that was begun elsewhere is gone on with by its own process:', () => {
  test.each([
    ['gem-team', gemTeam],
    ['jira-loop', jiraLoop],
    ['controlflow', controlflow],
    ['team-coordinate', teamCoordinate],
  ] as const)('%s', async (name, script) => {
    const path = await leave(script)
    const run = ['run', '--from', path, '--name', 'one', '--yes', '--no-wait', '--in-place']
    const { TUTTI_POLICY_BASE: _, ...environment } = bench.environment
    const { status, stderr } = await bench.cli(run, { environment })
    expect({ status, stderr: status === ok ? '' : stderr }).toEqual({ status: ok, stderr: '' })

    const listed = JSON.parse((await bench.cli(['list', '--json'])).stdout) as readonly object[]
    expect(listed).toMatchObject([{ run: 'one', playbook: name, status: 'completed' }])
    expect((await bench.cli(['list'])).stdout).toContain(`${name}: `)
    expect((await bench.cli(['status'])).stdout).toContain(`${name}: `)
    expect((await bench.cli(['report'])).stdout).toContain(`Run one: ${name}: completed`)

    const shown = JSON.parse((await bench.cli(['show', '--files', '--json'])).stdout) as {
      readonly folder: string
      readonly files: readonly { readonly path: string }[]
    }
    expect(shown.files.length).toBeGreaterThan(0)
    for (const { path: file } of shown.files) {
      const kept = await readFile(join(shown.folder, file), 'utf8')
      expect([file, await readFile(join(bench.root, file), 'utf8')]).toEqual([file, kept])
    }
  })
})

test('P6: a run that waits is resumed, and when it is cancelled it takes back what it put into the checkout', async () => {
  const path = await leave(gemTeam)
  const { TUTTI_POLICY_BASE: _, ...environment } = bench.environment
  const run = ['run', 'Leave the browser out', '--from', path, '--name', 'one', '--no-wait', '--in-place']
  expect((await bench.cli(run, { environment })).status).toBe(exitStatus.waiting)
  expect((await bench.cli(['resume', 'one', '--no-wait'])).status).toBe(exitStatus.waiting)
  expect(await bench.git('status', '--porcelain', '--untracked-files=all', '--ignored')).not.toBe('')
  const { status, stderr } = await bench.cli(['cancel', 'one'])
  expect({ status, stderr: status === ok ? '' : stderr }).toEqual({ status: ok, stderr: '' })
  expect(await bench.git('status', '--porcelain', '--untracked-files=all', '--ignored')).toBe('')
})

test('D12: of several jobs the person at the terminal chooses which is gone on with', async () => {
  const session = teamCoordinate.input?.from?.files ?? []
  for (const name of ['TC-one', 'TC-two', 'TC-over']) {
    for (const { path, text } of session) {
      const isOver = name === 'TC-over' && path.endsWith('team-session.json')
      const told = isOver ? text.replace(/"status": "(?:active|paused)"/, '"status": "completed"') : text
      await bench.write(join('.workflow/.team', name, path), told)
    }
  }
  await bench.useScript({ scenes: teamCoordinate.scenes })
  const started = startAtTerminal('run', '--from', '.workflow/.team', '--name', 'one', '--yes')
  await started.said('Which one is to be gone on with?')
  started.type('2\r')
  const event = await bench.untilEvent('one', ({ type }) => type === 'run-started')
  expect(event).toMatchObject({ input: { value: { from: { path: '.workflow/.team/TC-two' } } } })
  started.type('\u0003')
  await started.ended
  const { status, stderr } = await bench.cli(['run', '--from', '.workflow/.team', '--name', 'two'])
  expect(stderr).toContain('name one: --from .workflow/.team/TC-one or --from .workflow/.team/TC-two.')
  expect(status).toBe(exitStatus.usage)
})

function startAtTerminal(...args: readonly string[]): StartedCli {
  const wrapper = ['sh', '-c', 'exec script --quiet --return --command "$*" /dev/null', 'sh']
  const { TUTTI_POLICY_BASE: _, ...environment } = bench.environment
  return bench.start(args, { wrapper, environment: { ...environment, TERM: 'xterm' } })
}
