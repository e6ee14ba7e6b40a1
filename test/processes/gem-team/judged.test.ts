import { describe, expect, it } from 'vitest'
import { reply, scene } from '../../harness/script.ts'
import type { CastTask } from '../../stories/cast.ts'
import { diagnosis, done, inspected, issue, says, write } from '../../stories/cast.ts'
import { about, asked, ends, LONG, playGem } from './gem-play.ts'

const MEDIUM =
  'Add an export of all notes with paging and error handling to the command line, skip discussion'
const simple: CastTask = { id: 'T1', more: { covers: [] } }
const required: CastTask = { id: 'T1', more: { covers: ['AC-001'] } }
const wrong = (text: string, more: Parameters<typeof issue>[2] = {}) =>
  reply(inspected('needs_revision', [issue(text, 'T1.txt', { about: 'risk:correctness', ...more })]))

describe('work that breaks what the PRD demands', () => {
  it(
    'A20, A42: critically, is taken for failed and planned anew before anything is completed',
    async () => {
      const play = await playGem({
        tier: 'medium',
        objective: MEDIUM,
        tasks: [required, { id: 'T2', more: { covers: ['AC-001'] } }],
        first: [
          scene(
            { role: 'reviewer', step: 'execute/wave-1-r1/**' },
            wrong('Nothing is exported.', { about: 'AC-001' }),
          ),
          scene({ step: 'execute/T1@r2/**' }, [write('T1.txt', 'exported\n'), ...done]),
        ],
      })
      expect(about(play, 'failure', 'T1')).toMatchObject([{ class: 'needs_replan' }])
      expect(play.prompts.get('plan/r2/try-1/turn')).toContain('It breaks AC-001: Nothing is exported.')
      expect(play.turns.filter((step) => /diagnose|F1@/.test(step))).toEqual([])
      expect(play.on('T1')).toEqual(['attempt-1/implement', 'attempt-1/implement'])
      expect(play.on('T2')).toEqual(['attempt-1/implement'])
      expect(ends(play)).toEqual({ T1: 'done', T2: 'done' })
      expect(play.outcome).toMatchObject({ status: 'completed' })
    },
    LONG,
  )

  it(
    'A20: less than critically, goes to the person first, and is then mended',
    async () => {
      const play = await playGem({
        tier: 'medium',
        objective: MEDIUM,
        tasks: [required],
        first: [
          scene(
            { role: 'reviewer', step: 'execute/wave-1-r1/round-1/**' },
            wrong('The heading is missing.', { about: 'AC-001', severity: 'major' }),
          ),
          scene({ step: 'execute/F1@**' }, [write('T1.txt', 'with a heading\n'), ...done]),
        ],
        answer: (name) => (name.endsWith('/blocked') ? { option: 'again' } : null),
      })
      expect(asked(play, 'execute/')).toEqual(['execute/wave-1-r1/round-1/blocked'])
      expect(ends(play)).toEqual({ T1: 'done', F1: 'done' })
    },
    LONG,
  )
})

describe('a wave that does not pass its check', () => {
  it(
    'A37, A59, A85: is mended three times with other advice each time, then the person is asked before it is blocked',
    async () => {
      const cures = ['Write it otherwise.', 'Write it again.', 'Write it from scratch.']
      const play = await playGem({
        tasks: [simple],
        first: [
          scene({ role: 'reviewer', step: 'execute/wave-1-**' }, wrong('It is still wrong.')),
          ...cures.map((fix, index) =>
            scene(
              { role: 'debugger', step: `execute/wave-1-*/round-${index + 1}/**` },
              reply(diagnosis(0.9, { fix })),
            ),
          ),
          ...[1, 2, 3].map((number) =>
            scene({ step: `execute/F${number}@**` }, [write('T1.txt', `mended ${number}\n`), ...done]),
          ),
        ],
        answer: (name) => (name.endsWith('/blocked') ? { option: 'go-on' } : null),
      })
      expect(
        play.turns.filter((step) => step.includes('/reviewer/') && step.includes('wave-1')),
      ).toHaveLength(4)
      expect(play.facts('diagnosis').map((value) => (value as { fix: string }).fix)).toEqual(cures)
      expect(asked(play, 'execute/')).toEqual(['execute/wave-1-r1/round-4/blocked'])
      expect(play.facts('outcome')).toMatchObject([
        { objections: [{ severity: 'blocking', text: 'It is still wrong.' }] },
      ])
    },
    LONG,
  )

  it(
    'A37, A72: is planned anew when the debugger finds that the plan is at fault',
    async () => {
      const play = await playGem({
        tasks: [simple],
        first: [
          scene({ role: 'reviewer', step: 'execute/wave-1-r1/**' }, wrong('It cannot work.')),
          scene({ role: 'debugger' }, reply(diagnosis(0.9, { kind: 'plan', fix: 'Split it in two.' }))),
          scene({ step: 'execute/T1@r2/**' }, [write('T1.txt', 'split\n'), ...done]),
        ],
      })
      expect(play.prompts.get('plan/r2/try-1/turn')).toContain('Split it in two.')
      expect(play.outcome).toMatchObject({ status: 'completed' })
    },
    LONG,
  )
})

describe('a reviewer that fails', () => {
  it(
    'A58: is tried again, and when it cannot be had the person decides: its silence is no approval',
    async () => {
      const play = await playGem({
        tasks: [simple],
        first: [
          scene({ role: 'reviewer', step: 'execute/wave-1-*/round-1/**' }, [{ act: 'crash', code: 1 }]),
        ],
        answer: (name) => (name.endsWith('/unjudged') ? { option: 'again' } : null),
      })
      expect(play.turns.filter((step) => step.includes('round-1/reviewer'))).toHaveLength(4)
      expect(asked(play, 'execute/')).toEqual(['execute/wave-1-r1/round-1/unjudged'])
      expect(play.facts('reviewed')).toMatchObject([{ verdict: 'abstained' }, { verdict: 'approved' }])
    },
    LONG,
  )
})

describe('a simplifier', () => {
  const withFlag = (own: Parameters<NonNullable<Parameters<typeof playGem>[0]['policy']>>[0]) => ({
    ...own,
    process: { ...own.process, waves: { ...own.process.waves, simplifier: true } },
  })
  const simplified = scene(
    { role: 'code-simplifier' },
    says('completed', 'Nothing could be simpler.', { preservedBehaviour: true }),
  )

  it.each<[string, CastTask, 'small' | 'large', readonly string[]]>([
    [
      'A48: goes over a wave that cleans up, once it is switched on',
      { ...simple, title: 'refactor: clean up the notes' },
      'small',
      ['S1'],
    ],
    ['A48: goes over every wave of a complex job, once it is switched on', required, 'large', ['S1']],
    ['A48: leaves any other wave alone', simple, 'small', []],
  ])(
    '%s',
    async (_, task, tier, expected) => {
      const play = await playGem({
        tier,
        ...(tier === 'large' ? { objective: `${MEDIUM}` } : {}),
        policy: withFlag,
        tasks: [task],
        first: [simplified],
      })
      const done1 = Object.keys(ends(play)).filter((id) => id.startsWith('S'))
      expect(done1).toEqual(expected)
    },
    LONG,
  )
})
