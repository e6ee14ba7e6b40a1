import { beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '../../../src/kernel/json.ts'
import { reply, scene } from '../../harness/script.ts'
import type { CastTask } from '../../stories/cast.ts'
import { diagnosis, done, inspected, issue, write } from '../../stories/cast.ts'
import { about, asked, at, begun, ends, inputOf, LONG, playGem } from './gem-play.ts'

const task = (
  id: string,
  more: Partial<CastTask> & { readonly more?: Readonly<Record<string, Json>> } = {},
) => ({
  id,
  ...more,
  more: { covers: ['AC-001'], ...more.more },
})

const cause = diagnosis(0.9, {
  location: { path: 'A1.txt', line: 1 },
  lintRules: [
    { rule: 'no-stray-words', config: '"error"', why: 'it would have been seen', file: 'eslint.config.js' },
  ],
})

const tasks: readonly CastTask[] = [
  task('A1', { title: 'feat: the store', more: { wave: 1 } }),
  task('A2', { title: 'feat: the page', writes: { 'page.css': 'a { color: red }\n' }, more: { wave: 1 } }),
  task('A3', {
    title: 'feat: the app',
    writes: { 'app/main.dart': 'void main() {}\n' },
    more: { wave: 1, conflicts: ['A1'] },
  }),
  task('A4', { title: 'feat: on top of the store', after: ['A1'], more: { wave: 1 } }),
  task('A5', {
    title: 'feat: a web view',
    writes: { 'view.tsx': 'export const view = 1\n' },
    more: { wave: 1 },
  }),
  task('B1', { title: 'refactor: clean the store', after: ['A1', 'A4'], more: { wave: 2 } }),
]

const correctness = { about: 'risk:correctness' }

describe('waves of a complex job', () => {
  let play: Awaited<ReturnType<typeof playGem>>
  beforeAll(async () => {
    play = await playGem({
      tier: 'large',
      objective: 'Move the whole storage to a new format across all packages, with a migration',
      tasks,
      plan: { contracts: [{ from: 'A1', to: 'B1', interface: 'store()', format: 'Map<string, string>' }] },
      files: { 'eslint.config.js': 'export default []\n' },
      first: [
        scene(
          { role: 'reviewer', step: 'execute/wave-1-*/round-1/**' },
          reply(inspected('needs_revision', [issue('The store forgets.', 'A1.txt', correctness)])),
        ),
        scene(
          { role: 'critic', step: 'execute/wave-1-*/round-2/**' },
          reply(
            inspected('blocking', [issue('Two at once lose data.', 'A4.txt', { about: 'risk:data-loss' })]),
          ),
        ),
        scene(
          { role: 'critic', step: 'execute/wave-2-**' },
          reply(inspected('needs_changes', [issue('It could be shorter.', 'B1.txt', { severity: 'major' })])),
        ),
        scene(
          { role: 'designer', step: 'execute/wave-1-*/round-1/**' },
          reply(
            inspected('needs_revision', [
              issue('Red on red cannot be read.', 'page.css', { about: 'risk:accessibility' }),
              issue('It is a little narrow.', 'page.css', { severity: 'major', about: 'risk:accessibility' }),
            ]),
          ),
        ),
        scene({ role: 'mobile-designer' }, reply(inspected('approved'))),
        scene({ role: 'debugger', step: 'execute/wave-1-*/round-1/diagnose-A1/**' }, reply(cause)),
        scene(
          { role: 'debugger', step: 'execute/wave-1-*/round-1/**' },
          reply(diagnosis(0.9, { kind: 'config', location: { path: 'page.css', line: 1 } })),
        ),
        scene({ step: 'execute/F1@**' }, [write('A1.txt', 'kept\n'), ...done]),
        scene({ step: 'execute/F2@**' }, [write('page.css', 'a { color: blue }\n'), ...done]),
        scene({ step: 'execute/F3@**' }, [write('A4.txt', 'locked\n'), ...done]),
        scene({ step: 'execute/L1@**' }, [write('eslint.config.js', 'export default [1]\n'), ...done]),
      ],
      answer: (_, ask) => (ask.kind === 'choice' ? { option: ask.options[0]?.id ?? null } : null),
    })
  }, LONG)

  it('ends as it should', () => {
    expect(ends(play)).toEqual({
      A1: 'done',
      A2: 'done',
      A3: 'done',
      A4: 'done',
      A5: 'done',
      B1: 'done',
      F1: 'done',
      F2: 'done',
      F3: 'done',
      L1: 'done',
    })
    expect(play.outcome).toMatchObject({ status: 'completed' })
  })

  it('A28, A31: nothing of a wave starts before the wave before it is done, checked and mended', () => {
    const next = begun(play, 'execute/B1@')
    for (const before of [
      'execute/A1@',
      'execute/F1@',
      'execute/F3@',
      'execute/wave-1-r1/round-3/reviewer',
    ]) {
      expect([before, begun(play, before) > 0 && begun(play, before) < next]).toEqual([before, true])
    }
  })

  it('A32: tasks that conflict are done one after the other inside their wave', () => {
    const over = (id: string): number =>
      at(
        play,
        (event) => event.type === 'fact-recorded' && event.name === `execute/${id}@r1/attempt-1/task-done`,
      )
    const [first, second] =
      begun(play, 'execute/A1@') < begun(play, 'execute/A3@') ? ['A1', 'A3'] : ['A3', 'A1']
    expect(over(first ?? '')).toBeLessThan(begun(play, `execute/${second ?? ''}@`))
  })

  it('A33: what depends on a task of the same wave follows it, and the check comes after both', () => {
    const done1 = at(
      play,
      (event) => event.type === 'fact-recorded' && event.name === 'execute/A1@r1/attempt-1/task-done',
    )
    expect(done1).toBeLessThan(begun(play, 'execute/A4@'))
    expect(begun(play, 'execute/A4@')).toBeLessThan(begun(play, 'execute/wave-1-r1/round-1/reviewer'))
    expect(inputOf(play, 'execute/wave-1-r1/round-1/reviewer')['wave_tasks']).toEqual([
      'A1',
      'A2',
      'A3',
      'A4',
      'A5',
    ])
  })

  it('A30: a later wave is given the contracts it has to keep', () => {
    const { task_definition: definition } = inputOf(play, 'execute/B1@r1/attempt-1/implement')
    expect(definition).toMatchObject({
      contracts: [{ from_task: 'A1', to_task: 'B1', interface: 'store()', format: 'Map<string, string>' }],
    })
  })

  it('A35: files of mobile apps go to the mobile implementer, .tsx stays with the web', () => {
    expect(play.facts('reassigned')).toMatchObject([
      { task: 'A3', from: 'implementer', to: 'mobile-implementer' },
    ])
    expect(play.prompts.get('execute/A3@r1/attempt-1/implement/try-1/turn')).toContain('part of a mobile app')
    expect(play.prompts.get('execute/A5@r1/attempt-1/implement/try-1/turn')).not.toContain(
      'part of a mobile app',
    )
  })

  it('A36, A37: a wave check that fails names its culprit, is diagnosed, mended and run again in the same wave', () => {
    expect(
      play.turns
        .filter((step) => /wave-1-.*(reviewer|diagnose)/.test(step))
        .map((step) => step.split('/').slice(2, 4).join(' ')),
    ).toEqual([
      'round-1 reviewer',
      'round-1 diagnose-A1',
      'round-1 diagnose-A2',
      'round-2 reviewer',
      'round-2 diagnose-A4',
      'round-3 reviewer',
    ])
    expect(about(play, 'diagnosis', 'A1')).toMatchObject([
      { rootCause: 'The file does not say what it must.' },
    ])
    expect(play.prompts.get('execute/F1@r2/attempt-1/implement/try-1/turn')).toContain(
      'Cause: The file does not say what it must.',
    )
  })

  it('A36 impossible: no wave is over whose changes do not pass together', () => {
    const verdicts = play.facts('verdict') as unknown as readonly { readonly status: string }[]
    expect(verdicts.length).toBeGreaterThan(6)
    expect(verdicts.every(({ status }) => status === 'passed')).toBe(true)
  })

  it('A44: reviewer, critic and designers judge a wave side by side, each on its own', () => {
    const first = play.turns.findIndex((step) => step.includes('wave-1-r1/round-1/'))
    const four = play.turns.slice(first, first + 4).map((step) => step.split('/')[3] ?? '')
    expect(four.toSorted()).toEqual(['critic', 'designer', 'mobile-designer', 'reviewer'])
  })

  it('A45: a critic who blocks has it diagnosed and mended before the next wave', () => {
    expect(begun(play, 'execute/wave-1-r1/round-2/diagnose-A4')).toBeLessThan(begun(play, 'execute/F3@'))
    expect(begun(play, 'execute/F3@')).toBeLessThan(begun(play, 'execute/B1@'))
  })

  it('A45, A60: a critic who only wants changes holds nothing up, and it stands in the report', () => {
    const reviews = play.facts('reviewed') as unknown as readonly {
      readonly of: string
      readonly by: string
      readonly verdict: string
    }[]
    expect(reviews.filter(({ of, by }) => of === '2' && by === 'critic')).toMatchObject([
      { verdict: 'advised' },
    ])
    expect(play.facts('outcome')).toMatchObject([
      { objections: expect.arrayContaining([expect.objectContaining({ text: 'It could be shorter.' })]) },
    ])
    expect(play.turns.filter((step) => step.includes('wave-2-r1/round-2'))).toEqual([])
  })

  it('A46: a designer looks where there is something to see, and one for phones at what is on phones', () => {
    expect(inputOf(play, 'execute/wave-1-r1/round-1/designer')).toMatchObject({
      mode: 'validate',
      constraints: { responsive: true, accessible: true },
    })
    expect(play.turns.some((step) => step.includes('wave-1-r1/round-1/mobile-designer'))).toBe(true)
    expect(play.turns.some((step) => step.includes('wave-2-r1/round-1/designer'))).toBe(false)
  })

  it('A47: what keeps somebody out is mended before the next wave, by whoever it belongs to; the rest is told', () => {
    expect(begun(play, 'execute/F2@')).toBeLessThan(begun(play, 'execute/B1@'))
    expect(ends(play)['F2']).toBe('done')
    const plan = play.facts('plan').at(-1) as unknown as {
      readonly tasks: readonly { readonly id: string; readonly description: string }[]
    }
    expect(plan.tasks.find(({ id }) => id === 'F2')?.description).not.toContain('a little narrow')
  })

  it('A48 impossible: no simplifier comes unasked, however much the wave is about cleaning up', () => {
    expect(play.prompts.size).toBeGreaterThan(10)
    expect(
      [...play.prompts.values()].some((prompt) => prompt.includes('make code simpler and keep what it does')),
    ).toBe(false)
  })

  it('A61: lint rules that the debugger recommends are taken up by an implementer', () => {
    const prompt = play.prompts.get(
      [...play.prompts.keys()].find((step) => step.startsWith('execute/L1@')) ?? '',
    )
    expect(prompt).toContain('eslint.config.js: no-stray-words: "error"')
  })

  it('A34, A53: each task is done by whom the plan names, four at a time at most', () => {
    const { tasks: planned } = play.facts('plan')[0] as unknown as {
      readonly tasks: readonly { readonly role: string }[]
    }
    expect(planned.map(({ role }) => role)).toEqual(tasks.map(() => 'implementer'))
    let most = 0
    const open = new Set<string>()
    for (const event of play.events) {
      if (event.type === 'step-started' && /^execute\/[AB]\d@.*\/turn$/.test(event.step)) open.add(event.step)
      if (event.type === 'step-completed') open.delete(event.step)
      most = Math.max(most, open.size)
    }
    expect(most).toBeGreaterThan(1)
    expect(most).toBeLessThanOrEqual(4)
  })

  it('A56: a wave that is approved is followed by the next one, and the last by the summary', () => {
    expect(asked(play, 'execute/wave-')).toEqual([])
    const texts = play.facts('announced').map((value) => (value as { text: string }).text)
    expect(texts.filter((text) => /Wave \d complete/.test(text))).toHaveLength(2)
  })
})
