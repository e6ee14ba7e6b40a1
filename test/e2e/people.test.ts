import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PATIENCE_MS } from '../harness/cli.ts'
import type { CliBench } from '../harness/cli-bench.ts'
import { makeBench } from '../harness/cli-bench.ts'
import { planOf, reply, scene, scriptOf } from '../harness/script.ts'

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS })

const run = ['run', 'Do it', '--name', 'one']

let bench: CliBench
beforeEach(async () => {
  const first = scene({ role: 'planner' }, reply(planOf([{ id: 'T1' }])))
  const second = scene({ role: 'planner', prompt: 'Call it T9' }, reply(planOf([{ id: 'T9' }])))
  bench = await makeBench(scriptOf([{ id: 'T1' }, { id: 'T9' }], [second, first]))
})
afterEach(() => bench.remove())

function subjects(): Promise<string> {
  return bench.git('log', '--format=%s', 'main..tutti/one')
}

test('P6: a plan is approved from another terminal while the run waits', async () => {
  const waiting = bench.start(run)
  await waiting.said('Answer in another terminal')
  const approval = await bench.cli(['approve', 'one'])
  expect(approval).toMatchObject({ status: 0, stdout: 'approve/r1/plan: approve\n', stderr: '' })
  expect((await waiting.ended).status).toBe(0)
  expect(await subjects()).toBe('chore: T1')
})

test('P6: a plan is rejected from another terminal, and the run ends', async () => {
  const waiting = bench.start(run)
  await waiting.said('Answer in another terminal')
  expect((await bench.cli(['reject', 'one'])).status).toBe(0)
  const { status, stderr } = await waiting.ended
  expect(status).toBe(1)
  expect(stderr).toContain('tutti: The plan was rejected by ')
})

test('P6: an answer in own words is a new plan', async () => {
  const waiting = bench.start(run)
  await waiting.said('Answer in another terminal')
  expect((await bench.cli(['answer', 'one', 'Call it T9'])).status).toBe(0)
  await bench.untilEvent(
    'one',
    (event) => event.type === 'question-asked' && event.question === 'approve/r2/plan',
  )
  expect((await bench.cli(['approve', 'one'])).status).toBe(0)
  expect((await waiting.ended).status).toBe(0)
  expect(await subjects()).toBe('chore: T9')
})

test('P6: with --no-wait a script gets status 4, answers, and resumes', async () => {
  const waiting = await bench.cli([...run, '--no-wait'])
  expect(waiting.status).toBe(4)
  expect(waiting.stderr).toMatch(/Answer with: .* approve one {3}or {3}.* reject one/)
  const approval = await bench.cli(['approve', 'one'])
  expect(approval).toMatchObject({ status: 0, stderr: '' })
  expect(approval.stdout).toMatch(
    /^approve\/r1\/plan: approve\nNobody is playing one\. Go on with it: .* resume one\n$/,
  )
  expect((await bench.cli(['resume', 'one', '--no-wait'])).status).toBe(0)
  expect(await subjects()).toBe('chore: T1')
})

test('P5: a cap on turns asks; raised, the run goes on, and a restart refills nothing', async () => {
  const capped = await bench.cli([...run, '--yes', '--no-wait', '--turns', '3'])
  expect(capped.status).toBe(4)
  expect(capped.stderr).toContain('The run has reached its cap of 3 agent turns.')
  expect((await bench.cli(['resume', 'one', '--no-wait'])).status).toBe(4)
  expect((await bench.cli(['answer', 'one', 'raise'])).status).toBe(0)
  const { status, stderr } = await bench.cli(['resume', 'one', '--no-wait'])
  expect(status).toBe(0)
  expect(stderr).toContain('4 agent turns')
})

test('P5: a cap that is not raised ends the run', async () => {
  expect((await bench.cli([...run, '--yes', '--no-wait', '--turns', '3'])).status).toBe(4)
  expect((await bench.cli(['answer', 'one', 'stop'])).status).toBe(0)
  const { status, stderr } = await bench.cli(['resume', 'one', '--no-wait'])
  expect(status).toBe(1)
  expect(stderr).toContain('tutti: The run has reached its cap of 3 agent turns. It was not raised.')
})
