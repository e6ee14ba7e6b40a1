import { beforeAll, describe, expect, it } from 'vitest'
import { reply, scene } from '../../harness/script.ts'
import { diagnosis, done, says, write } from '../../stories/cast.ts'
import { about, asked, ends, LONG, playGem } from './gem-play.ts'

const verify = [{ name: 'proof', command: '! grep -qs BROKEN *.txt', timeoutMs: 60_000 }]

describe('what fails again and again', () => {
  let play: Awaited<ReturnType<typeof playGem>>
  beforeAll(async () => {
    const cures = ['Leave the word out.', 'Write another one.', 'Write nothing.', 'Ask somebody.']
    play = await playGem({
      input: { verify },
      tasks: [
        { id: 'T1', more: { covers: [] } },
        { id: 'T2', more: { covers: [] } },
        { id: 'T3', after: ['T1'], more: { covers: [] } },
        { id: 'T4', more: { covers: [] } },
      ],
      first: [
        ...[1, 2, 3, 4].map((number) =>
          scene({ step: `execute/T1@*/attempt-${number}/implement/**` }, [
            write('T1.txt', `BROKEN ${number}\n`),
            ...done,
          ]),
        ),
        ...cures.map((fix, index) =>
          scene({ step: `execute/T1@*/attempt-${index + 1}/diagnose/**` }, reply(diagnosis(0.9, { fix }))),
        ),
        scene({ step: 'execute/T2@**' }, [{ act: 'crash', code: 1 }]),
        scene({ step: 'execute/T4@*/attempt-4/implement/**' }, [write('T4.txt', 'four\n'), ...done]),
        scene({ step: 'execute/T4@**' }, says('failed', 'It was away.', { failure: 'transient' })),
      ],
      answer: (_, ask) => (ask.kind === 'choice' ? { option: 'give-up' } : null),
    })
  }, LONG)

  it('A40, A71, A77, A81: a task has three retries, each with a diagnosis, and then a person is asked', () => {
    expect(play.on('T1')).toEqual([
      ...[1, 2, 3].flatMap((number) => [`attempt-${number}/implement`, `attempt-${number}/diagnose`]),
      'attempt-4/implement',
    ])
    expect(asked(play, 'execute/T1@')).toEqual(['execute/T1@r1/exhausted-4'])
    expect(play.questions.get('execute/T1@r1/exhausted-4')?.details).toMatchObject({ class: 'fixable' })
  })

  it('A81: each retry is called by its number', () => {
    const said = play.facts('announced').map((value) => (value as { text: string }).text)
    const retries = said
      .filter((text) => text.includes('for T1'))
      .map((text) => /Retry \d\/\d/.exec(text)?.[0])
    expect(retries).toEqual(['Retry 1/3', 'Retry 2/3', 'Retry 3/3'])
  })

  it('A70: a transient failure is tried again three times, without a debugger', () => {
    expect(play.on('T4')).toEqual([1, 2, 3, 4].map((number) => `attempt-${number}/implement`))
    expect(ends(play)['T4']).toBe('done')
  })

  it('A80: an agent that breaks down is tried again after 1, 2 and 4 seconds, and then a person is asked', () => {
    const pauses = play.events.flatMap((event) => {
      if (event.type !== 'step-started' || !/^execute\/T2@.*\/pause$/.test(event.step)) return []
      const over = play.events.find((other) => other.type === 'step-completed' && other.step === event.step)
      return [Math.round(((over?.at ?? 0) - event.at) / 1000)]
    })
    expect(pauses).toEqual([1, 2, 4])
    expect(play.on('T2')).toHaveLength(4)
    expect(about(play, 'failure', 'T2')).toMatchObject([{ class: 'escalate' }])
    expect(asked(play, 'execute/T2@')).toEqual(['execute/T2@r1/exhausted-1'])
  })

  it('A31, A41, A49: what waits for a task that is given up is blocked, and everything else goes on to its end', () => {
    expect(ends(play)).toEqual({ T1: 'given-up', T2: 'given-up', T3: 'blocked', T4: 'done' })
    expect(play.turns.some((step) => step.startsWith('execute/T3@'))).toBe(false)
    expect(play.outcome).toMatchObject({ status: 'completed' })
  })

  it('A78, A79: only what failed for good has a log, named for who did it and when', () => {
    const logs = Object.keys(play.files).filter((path) => path.includes('/logs/'))
    expect(logs.map((path) => path.replace(/.*\/logs\/(\S+?_T\d)_.*/, '$1'))).toEqual(['gem-implementer_T1'])
    expect(logs.every((path) => /^docs\/plan\/[\w.-]+\/logs\/[\w.-]+\.yaml$/.test(path))).toBe(true)
  })
})
