import { describe, expect, it } from 'vitest'
import type { Behaviour, GatePlay, GateTrial } from '../../../test/harness/play-gates.ts'
import { playGates } from '../../../test/harness/play-gates.ts'
import { liveGates } from '../../gates/live-gates.ts'
import type { RunEvent } from '../../kernel/event.ts'
import type { Question } from '../../kernel/question.ts'
import { checkBase } from './check-base.ts'

const red: Behaviour = { ends: { exitCode: 1, text: 'no', output: 'no', withheld: ['DATABASE_URL'] } }
const green: Behaviour = { tests: { a: 'passed' } }

const gate = (name: string, more = {}) => ({ name, command: name, timeoutMs: 1, ...more })
const redIf =
  (...names: readonly string[]): GateTrial['behave'] =>
  ({ command }) =>
    names.includes(command) ? red : green

function check(trial: GateTrial): Promise<GatePlay> {
  return playGates(trial, async (run, proof) => {
    await checkBase(run, { proof })
    return liveGates(proof, 'integration').map(({ name }) => name)
  })
}

function asked(events: readonly RunEvent[]): readonly Question[] {
  return events.flatMap((event) => (event.type === 'question-asked' ? [event.ask] : []))
}

function notices(events: readonly RunEvent[]): readonly string[] {
  return events.flatMap((event) =>
    event.type === 'fact-recorded' && event.kind === 'notice'
      ? [(event.value as { readonly text: string }).text]
      : [],
  )
}

describe('a base', () => {
  it('that is green asks nothing', async () => {
    const { outcome, events } = await check({ behave: () => green })
    expect(outcome).toMatchObject({ status: 'completed', result: ['test'] })
    expect(asked(events)).toEqual([])
  })

  it('P6: that is red for a reason no report explains is one question, which names what was withheld', async () => {
    const commands = [gate('build'), gate('test')]
    const { events } = await check({ behave: redIf('build'), commands })
    const [question] = asked(events)
    expect(question?.options.map(({ id }) => id)).toEqual(['go-on', 'without', 'stop'])
    expect(question?.text).toContain('`build` ended with exit code 1.')
    expect(question?.text).toContain('DATABASE_URL')
  })

  it('P6: that fails because a program is not there names it and what to do, and no variables', async () => {
    const output = 'sh: 1: xo: not found'
    const ends = {
      exitCode: 127,
      text: output,
      output,
      withheld: ['DATABASE_URL'],
      isolation: 'sandbox',
    } as const
    const { events } = await check({ behave: () => ({ ends }) })
    const text = asked(events)[0]?.text
    expect(text).toContain('`xo` was not found: stop, install it, or name other commands')
    expect(text).toContain('tutti allow read FOLDER')
    expect(text).not.toContain('DATABASE_URL')
  })

  it('P6: that fails of a read-only folder in the sandbox offers to allow it, and is tried again then', async () => {
    let runs = 0
    const output = "EROFS: read-only file system, mkdir '/home/me/.cache/tool'"
    const refused: Behaviour = { ends: { exitCode: 1, text: output, output, isolation: 'sandbox' } }
    const behave = (): Behaviour => ((runs += 1) === 1 ? refused : green)
    const { outcome, events } = await check({ behave, answer: 'allow' })
    expect(outcome).toMatchObject({ status: 'completed', result: ['test'] })
    const [question, ...more] = asked(events)
    expect(more).toEqual([])
    expect(question?.text).toContain('`tutti allow write /home/me/.cache/tool`')
    expect(question?.options[0]).toMatchObject({ id: 'allow' })
    expect(runs).toBe(2)
  })

  it('that fails of the same without isolation offers nothing to allow', async () => {
    const output = "EROFS: read-only file system, mkdir '/home/me/.cache/tool'"
    const { events } = await check({ behave: () => ({ ends: { exitCode: 1, text: output, output } }) })
    expect(asked(events)[0]?.options.map(({ id }) => id)).toEqual(['go-on', 'stop'])
  })

  it('cannot be proven without its only gate', async () => {
    const { events } = await check({ behave: () => red })
    expect(asked(events)[0]?.options.map(({ id }) => id)).toEqual(['go-on', 'stop'])
  })

  it('P2: whose tests fail by name asks nothing and says which', async () => {
    const { outcome, events } = await check({ behave: () => ({ tests: { a: 'failed', b: 'passed' } }) })
    expect(outcome.status).toBe('completed')
    expect(asked(events)).toEqual([])
    expect(notices(events)).toEqual(['1 test fails on the base already and is not held against anybody: a.'])
  })

  it('loses a gate that was only found and fails, but not the tests', async () => {
    const commands = [
      gate('lint', { kind: 'lint', found: true }),
      gate('test', { kind: 'test', found: true }),
    ]
    const { outcome, events } = await check({ behave: redIf('lint'), commands })
    expect(outcome).toMatchObject({ status: 'completed', result: ['test'] })
    expect(notices(events)).toEqual([
      '`lint` fails on the base, and nobody asked for it; the run goes on without it.',
    ])
    const tests = await check({ behave: redIf('test'), commands })
    expect(asked(tests.events)).toHaveLength(1)
  })

  it('P2: is refused when nothing is left that could prove anything', async () => {
    const commands = [gate('lint', { kind: 'lint', found: true })]
    const { outcome } = await check({ behave: redIf('lint'), commands })
    expect(outcome).toMatchObject({ status: 'failed', failure: { code: 'bad-input' } })
  })
})

describe('the answer', () => {
  const commands = [gate('build'), gate('test')]
  const answered = async (option: string): Promise<GatePlay> => {
    const trial: GateTrial = { behave: redIf('build'), commands }
    return check({ ...trial, answer: option })
  }

  it('goes on without the gate', async () => {
    expect((await answered('without')).outcome).toMatchObject({ result: ['test'] })
  })

  it('goes on with the gate, which the agents have to make green', async () => {
    expect((await answered('go-on')).outcome).toMatchObject({ result: ['build', 'test'] })
  })

  it('stops', async () => {
    expect((await answered('stop')).outcome).toMatchObject({
      status: 'failed',
      failure: { code: 'rejected' },
    })
  })
})
