import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { RunEvent } from '../../src/kernel/event.ts'
import { PATIENCE_MS } from '../harness/cli.ts'
import type { CliBench } from '../harness/cli-bench.ts'
import { makeBench } from '../harness/cli-bench.ts'

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS })

let bench: CliBench
let environment: Readonly<Record<string, string>>
beforeEach(async () => {
  bench = await makeBench()
  const { TUTTI_POLICY_BASE: _, ...others } = bench.environment
  environment = others
})
afterEach(() => bench.remove())

function policyOf([started]: readonly RunEvent[]): unknown {
  return started?.type === 'run-started' && 'value' in started.input
    ? (started.input.value as { readonly policy: unknown }).policy
    : null
}

describe('policy show', () => {
  test('says of every value where it comes from, and is a policy file itself', async () => {
    await bench.write('.tutti/ours.yaml', 'base: plain\nbatch: 3\nreplans: 4\n')
    await bench.configure({ policy: { base: '.tutti/ours.yaml', replans: 5 } })
    const { status, stdout } = await bench.cli(['policy', 'show'], {
      environment: { ...environment, TUTTI_POLICY_TRIES: '7' },
    })
    expect(status).toBe(0)
    const lines = stdout.split('\n')
    expect(lines[0]).toMatch(/^base: plain # tutti\.yaml:\d+:3$/)
    expect(lines).toEqual(
      expect.arrayContaining([
        'batch: 3 # .tutti/ours.yaml:2:1',
        'tries: 7 # TUTTI_POLICY_TRIES',
        'tier: small # plain',
      ]),
    )
    expect(stdout).toMatch(/^replans: 5 # tutti\.yaml:\d+:3$/m)
    await bench.write('again.yaml', stdout)
    expect(await bench.cli(['policy', 'check', 'again.yaml'])).toMatchObject({ status: 0, stdout: '' })
    const again = await bench.cli(['policy', 'show', './again.yaml', '--json'])
    const here = await bench.cli(['policy', 'show', '--json'], {
      environment: { ...environment, TUTTI_POLICY_TRIES: '7' },
    })
    const { policy } = JSON.parse(again.stdout) as { readonly policy: object }
    expect({ ...policy, base: '' }).toEqual({
      ...(JSON.parse(here.stdout) as { readonly policy: object }).policy,
      base: '',
    })
  })

  test('shows a built-in one anywhere, and refuses a name that is none', async () => {
    const shown = await bench.cli(['policy', 'show', 'standard'], { cwd: '/' })
    expect(shown.stdout).toContain('\nspecify: [medium, large] # standard\n')
    const wrong = await bench.cli(['policy', 'show', 'standrd'])
    expect(wrong).toMatchObject({ status: 2, stdout: '' })
    expect(wrong.stderr).toContain('must be standard, plain, gem-team,')
  })
})

describe('policy check', () => {
  test('says everything that is wrong, with line and column', async () => {
    await bench.write('p.yaml', 'approvls:\n  plan: ask\nreview:\n  fix-cycles: -1\n')
    const { status, stdout } = await bench.cli(['policy', 'check', './p.yaml'])
    expect(status).toBe(1)
    expect(stdout.split('\n')).toEqual([
      './p.yaml:1:1: unknown key `approvls`; did you mean `approvals`?',
      './p.yaml:4:15: `review.fix-cycles` must be a whole number, 0 or more, not -1',
      '',
    ])
    const json = await bench.cli(['policy', 'check', './p.yaml', '--json'])
    expect(JSON.parse(json.stdout)).toMatchObject({ problems: { length: 2 } })
    const missing = await bench.cli(['policy', 'check', './none.yaml'])
    expect(missing.status).toBe(2)
    expect(missing.stderr).toContain('There is no policy file ./none.yaml')
  })
})

describe('run', () => {
  test('takes a policy file and a tier from its flags, and keeps both', async () => {
    await bench.write('folder/p.yaml', 'base: plain\nbatch: 3\n')
    const args = ['run', 'Do it', '--name', 'one', '--yes', '--policy', './p.yaml', '--tier', 'trivial']
    const { status, stderr } = await bench.cli(['-C', 'folder', ...args], { environment })
    expect([status, stderr]).toEqual([0, stderr])
    expect(policyOf(await bench.events('one'))).toMatchObject({
      batch: 3,
      process: { tier: 'trivial', interpret: false },
    })
  })

  test.each([
    [['--policy', './none.yaml'], 'There is no policy file ./none.yaml'],
    [['--policy', 'odd'], '--policy: `policy.base` must be standard, plain'],
    [['--tier', 'tiny'], '--tier: `policy.tier` must be one of auto, trivial, small, medium, large'],
  ])('refuses %j', async (flags, says) => {
    const refused = await bench.cli(['run', 'Do it', '--name', 'one', ...flags], { environment })
    expect(refused.status).toBe(2)
    expect(refused.stderr).toContain(says)
  })
})
