import { beforeAll, describe, expect, it } from 'vitest'
import type { Act, Scene } from '../../../src/adapters/agents/scripted/script.ts'
import type { Json } from '../../../src/kernel/json.ts'
import { reply, scene } from '../../harness/script.ts'
import type { CastTask } from '../../stories/cast.ts'
import { diagnosis, done, says, write } from '../../stories/cast.ts'
import { about, asked, ends, LONG, playGem } from './gem-play.ts'

const passed = { flows: { executed: 2, passed: 2 } }
const healthy = { healthChecks: [] }

/** One task for each row of the routing table: who does it, what comes of the first attempt, what of later ones. */
interface Row {
  readonly id: string
  readonly role?: string
  readonly first: readonly Act[]
  readonly later?: readonly Act[]
  /** What the debugger says, where it is asked. */
  readonly found?: Json
}

const failing = (summary: string, more: Readonly<Record<string, Json>> = {}): readonly Act[] =>
  says('failed', summary, more)
const revise = (summary: string): readonly Act[] => says('needs_revision', summary)
const tested = (more: Readonly<Record<string, Json>> = {}): readonly Act[] =>
  says('completed', 'Every flow was gone through.', { ...passed, ...more })
const served = (path: string): readonly Act[] => [
  write(path, 'served\n'),
  ...says('completed', 'It runs.', healthy),
]
const noted = (path: string): readonly Act[] => [write(path, `${path}\n`), ...done]

const causeIn = (path: string): Json => diagnosis(0.9, { location: { path, line: null } })

const rows: readonly Row[] = [
  { id: 'I1', first: noted('I1.txt') },
  {
    id: 'I2',
    first: [
      write('I2.txt', 'two\n'),
      ...says('completed', 'All but one.', { tests: { total: 2, passed: 1, failed: 1 } }),
    ],
    later: noted('I2.txt'),
  },
  { id: 'I3', first: revise('Half of it is missing.'), later: noted('I3.txt') },
  { id: 'I4', first: revise('It is unclear why.'), later: noted('I4.txt'), found: diagnosis(0.6) },
  { id: 'I5', first: failing('The server was away.', { failure: 'transient' }), later: noted('I5.txt') },
  { id: 'I6', first: failing('A null is read.', { failure: 'fixable' }), later: noted('I6.txt') },
  { id: 'I7', first: failing('There are no rights.', { failure: 'escalate' }) },
  { id: 'B1', role: 'browser-tester', first: revise('The form is empty.'), later: tested() },
  {
    id: 'B2',
    role: 'browser-tester',
    first: says('completed', 'One does not pass.', { flows: { executed: 2, passed: 1 } }),
    later: tested(),
    found: diagnosis(0.9, { kind: 'test' }),
  },
  { id: 'B3', role: 'browser-tester', first: tested({ flaky: ['login flow'] }) },
  {
    id: 'B4',
    role: 'browser-tester',
    first: failing('It passed on the second try.', { failure: 'flaky', ...passed }),
  },
  {
    id: 'B5',
    role: 'browser-tester',
    first: failing('Search passed before.', { failure: 'regression' }),
    later: tested(),
  },
  {
    id: 'B6',
    role: 'browser-tester',
    first: failing('Export was never seen to pass.', { failure: 'new_failure' }),
    later: tested(),
  },
  {
    id: 'B7',
    role: 'browser-tester',
    first: failing('Tried it again and again.', { failure: 'fixable', retriesAttempted: 3 }),
  },
  { id: 'D1', role: 'platform-engineer', first: revise('The build breaks.'), later: served('D1.txt') },
  {
    id: 'D2',
    role: 'platform-engineer',
    first: revise('The port is taken.'),
    later: served('D2.txt'),
    found: diagnosis(0.9, { kind: 'infra' }),
  },
  { id: 'D3', role: 'platform-engineer', first: says('needs_approval', 'Deploy to production?') },
  { id: 'D4', role: 'platform-engineer', first: says('needs_approval', 'Drop the old tables?') },
]

const tasks: readonly CastTask[] = rows.map(({ id, role = 'implementer' }) => ({
  id,
  role,
  title: `${role}: ${id}`,
  more: { covers: [], writeSet: role === 'browser-tester' ? [] : [`${id}.txt`] },
}))

const scenes: readonly Scene[] = [
  scene({ step: 'execute/D3@*/attempt-1/implement-2/**' }, served('D3.txt')),
  ...rows.flatMap(({ id, first, later, found = causeIn(`${id}.code.txt`) }) => [
    scene({ step: `execute/${id}@*/attempt-2/mend/**` }, noted(`${id}.code.txt`)),
    scene({ step: `execute/${id}@*/attempt-1/implement/**` }, first),
    ...(later === undefined ? [] : [scene({ step: `execute/${id}@*/attempt-*/implement/**` }, later)]),
    scene({ step: `execute/${id}@*/attempt-*/diagnose/**` }, reply(found)),
  ]),
]

describe('what follows from the result of a task', () => {
  let play: Awaited<ReturnType<typeof playGem>>
  beforeAll(async () => {
    play = await playGem({
      tasks,
      first: scenes,
      answer: (name, ask) => {
        if (name.includes('I4@')) return { option: 'try' }
        if (name.includes('D3@')) return { option: 'allow' }
        if (name.includes('D4@')) return { option: 'refuse' }
        return ask.kind === 'choice' ? { option: 'give-up' } : null
      },
    })
  }, LONG)

  it.each<[string, string, readonly string[]]>([
    ['A65, A57, A69: an implementer whose tests all pass is done at once', 'I1', ['attempt-1/implement']],
    [
      'A39, A65: completed with a test that fails is no completion: it is diagnosed and done again',
      'I2',
      ['attempt-1/implement', 'attempt-1/diagnose', 'attempt-2/implement'],
    ],
    [
      'A40, A64: needs_revision of an implementer goes to the debugger and then to the implementer',
      'I3',
      ['attempt-1/implement', 'attempt-1/diagnose', 'attempt-2/implement'],
    ],
    [
      'A43, A71, A77: failed and fixable is diagnosed before it is tried again',
      'I6',
      ['attempt-1/implement', 'attempt-1/diagnose', 'attempt-2/implement'],
    ],
    [
      'A70: failed and transient is tried again as it is',
      'I5',
      ['attempt-1/implement', 'attempt-2/implement'],
    ],
    [
      'A62, A40, A61: what a browser tester finds in the code is mended by the implementer and seen again by the tester, in one retry',
      'B1',
      ['attempt-1/implement', 'attempt-1/diagnose', 'attempt-2/mend/implement', 'attempt-2/implement'],
    ],
    [
      'A66, A39, A61: flows that do not pass are a failure, and what is wrong with the test goes back to the tester',
      'B2',
      ['attempt-1/implement', 'attempt-1/diagnose', 'attempt-2/implement'],
    ],
    ['A67: tests that pass by chance do not hold a task up', 'B3', ['attempt-1/implement']],
    ['A74: a failure that was a flake is no failure', 'B4', ['attempt-1/implement']],
    [
      'A75: a regression is diagnosed and mended like any fault',
      'B5',
      ['attempt-1/implement', 'attempt-1/diagnose', 'attempt-2/mend/implement', 'attempt-2/implement'],
    ],
    [
      'A76: so is a failure that nobody has a baseline for',
      'B6',
      ['attempt-1/implement', 'attempt-1/diagnose', 'attempt-2/mend/implement', 'attempt-2/implement'],
    ],
    [
      'A63: code that devops needs mended is mended by the implementer, and devops goes again',
      'D1',
      ['attempt-1/implement', 'attempt-1/diagnose', 'attempt-2/mend/implement', 'attempt-2/implement'],
    ],
    [
      'A63, A61: infrastructure stays with devops',
      'D2',
      ['attempt-1/implement', 'attempt-1/diagnose', 'attempt-2/implement'],
    ],
    [
      'A68: devops that asks leave goes on when it is given',
      'D3',
      ['attempt-1/implement', 'attempt-1/implement-2'],
    ],
    ['A68: and is not asked again when it is refused', 'D4', ['attempt-1/implement']],
    ['A41, A73: failed and escalate is not diagnosed', 'I7', ['attempt-1/implement']],
    ['A38: retries that the agent made by itself are counted: none is left', 'B7', ['attempt-1/implement']],
  ])('%s', (_, task, turns) => {
    expect(play.on(task)).toEqual(turns)
  })

  it('A51, A57, A41, A68: every result comes back to the program, which says how each task stands', () => {
    const lost = ['I7', 'D4', 'B7']
    const expected = rows.map(({ id }) => [id, lost.includes(id) ? 'given-up' : 'done'])
    expect(ends(play)).toEqual(Object.fromEntries(expected))
    expect(play.outcome).toMatchObject({ status: 'completed' })
  })

  it('A37, A40, A71: a diagnosis that is less sure than 0.7 goes to a person before anything is tried', () => {
    expect(asked(play, 'execute/I4@')).toEqual(['execute/I4@r1/attempt-1/diagnose/unsure'])
    expect(play.questions.get('execute/I4@r1/attempt-1/diagnose/unsure')?.text).toContain('unsure (0.6)')
  })

  it('A82: who is less sure than 0.85 looks at its own work again, twice at most, and what is left is said', () => {
    expect(play.on('I4')).toEqual([
      'attempt-1/implement',
      'attempt-1/diagnose',
      'attempt-1/diagnose/try-1/critique-1',
      'attempt-1/diagnose/try-1/critique-2',
      'attempt-2/implement',
    ])
    expect(play.facts('notice')).toContainEqual({
      text: expect.stringContaining(
        'The debugger is sure by 0.6 only, after looking at its own work again 2',
      ),
    })
  })

  it('A67, A74: what is flaky is on record with the task, and counts for nothing', () => {
    expect(about(play, 'flaky', 'B3')).toEqual([{ task: 'B3', tests: ['login flow'] }])
    expect(about(play, 'flaky', 'B4')).toEqual([{ task: 'B4', tests: ['It passed on the second try.'] }])
    expect([...about(play, 'failure', 'B3'), ...about(play, 'failure', 'B4')]).toEqual([])
  })

  it('A68, A73: a refusal blocks the task as an escalation', () => {
    expect(about(play, 'failure', 'D4')).toMatchObject([{ class: 'escalate' }])
    expect(asked(play, 'execute/D4@')).toEqual(['execute/D4@r1/attempt-1/approval-1'])
  })

  it('A41, A73: an escalation is put before a person with what the agent said', () => {
    expect(asked(play, 'execute/I7@')).toEqual(['execute/I7@r1/exhausted-1'])
    expect(play.questions.get('execute/I7@r1/exhausted-1')?.text).toContain('There are no rights.')
  })

  it('A38: the retries of the agent are on record with its failure', () => {
    expect(about(play, 'failure', 'B7')).toMatchObject([{ retries: 3 }])
    expect(asked(play, 'execute/B7@')).toEqual(['execute/B7@r1/exhausted-1'])
  })

  it('A40, A43, A71: cause and advice are in the task as it is given out again', () => {
    const prompt = play.prompts.get('execute/I3@r1/attempt-2/implement/try-1/turn')
    expect(prompt).toContain('Cause: The file does not say what it must.')
    expect(prompt).toContain('"root_cause":"The file does not say what it must."')
    expect(prompt).toContain('"fix_recommendations":"Write what it must say."')
  })

  it('A43: the debugger is given what failed', () => {
    const prompt = play.prompts.get('execute/I6@r1/attempt-1/diagnose/try-1/turn')
    expect(prompt).toContain('error_context: {"error_message":"The agent says failed: A null is read."')
  })

  it('A77 impossible: no task that failed is left out without a word', () => {
    const failed = new Set(play.facts('failure').map((value) => (value as { task: string }).task))
    for (const id of failed) {
      const isAnswered = about(play, 'diagnosis', id).length > 0 || asked(play, `execute/${id}@`).length > 0
      expect([id, isAnswered]).toEqual([id, true])
    }
    expect(failed.size).toBeGreaterThan(8)
  })
})
