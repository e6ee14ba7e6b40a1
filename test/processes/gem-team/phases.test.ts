import { beforeAll, describe, expect, it } from 'vitest'
import type { ProcessPlay } from '../../harness/play-process.ts'
import { asked, inputOf, LONG, playGem } from './gem-play.ts'

const task = { id: 'T1', more: { covers: [] } }

function stagesOf(play: ProcessPlay): readonly string[] {
  return play.facts('stage').map((value) => (value as { stage: string }).stage)
}

function phaseOf(play: ProcessPlay): unknown {
  return (play.facts('brief')[0] as { phase?: unknown } | undefined)?.phase
}

/** A plan file of gem-team whose tasks have these statuses. */
function planFile(statuses: readonly string[]): string {
  const tasks = statuses.map((status, index) =>
    [
      `  - id: T${index + 1}`,
      `    title: note ${index + 1}`,
      `    description: Write note ${index + 1}.`,
      '    wave: 1',
      '    agent: gem-implementer',
      `    status: ${status}`,
      '    dependencies: []',
      '    acceptance_criteria: [the note is there]',
    ].join('\n'),
  )
  return ['plan_id: notes', 'objective: Write notes', 'status: in_progress', 'tasks:', ...tasks, ''].join(
    '\n',
  )
}

function given(statuses: readonly string[]) {
  const files = [{ path: 'plan.yaml', text: planFile(statuses) }]
  return { from: { process: 'gem-team', path: 'docs/plan/notes', files } } as const
}

describe('where a request enters', () => {
  it(
    'A5, A8: a plan with tasks left is loaded and carried out, and only what is left of it',
    async () => {
      const tasks = [task, { ...task, id: 'T2' }]
      const play = await playGem({ tasks, objective: 'Write notes', input: given(['completed', 'pending']) })
      expect(phaseOf(play)).toBe('given-plan')
      expect(stagesOf(play)).not.toContain('discuss')
      expect(play.turns.some((step) => step.startsWith('plan/') || step.startsWith('research/'))).toBe(false)
      expect(play.on('T1')).toEqual([])
      expect(play.on('T2')).toEqual(['attempt-1/implement'])
    },
    LONG,
  )

  it(
    'A7, A10: a plan with feedback goes to planning, with the plan and what was said',
    async () => {
      const play = await playGem({
        tasks: [task],
        objective: 'Leave out the second note, nobody reads it',
        input: given(['pending', 'pending']),
      })
      expect(phaseOf(play)).toBe('plan-feedback')
      const prompt =
        play.prompts.get([...play.prompts.keys()].find((step) => step.startsWith('plan/')) ?? '') ?? ''
      expect(prompt).toContain('Leave out the second note, nobody reads it')
      expect(prompt).toContain('note 2')
    },
    LONG,
  )

  it(
    'A9: a plan of which nothing is left goes to the person',
    async () => {
      const play = await playGem({
        tasks: [task],
        objective: 'Write notes',
        input: given(['completed', 'blocked']),
        answer: (name) => (name.endsWith('nothing-left') ? { option: 'stop' } : null),
      })
      expect(phaseOf(play)).toBe('nothing-left')
      expect(asked(play)).toEqual(['intake/nothing-left'])
      expect(play.turns).toEqual([])
      expect(play.outcome).toMatchObject({ failure: { code: 'rejected' } })
    },
    LONG,
  )

  it(
    'A10, A12: a specification that is clear by itself is researched without a discussion',
    async () => {
      const objective = [
        'Add an export of all notes to the command line:',
        '- `export --json` must write every note as JSON',
        '- `export --csv` must write every note as CSV',
        '- a wrong flag must end with exit code 2',
      ].join('\n')
      const play = await playGem({
        tier: 'medium',
        objective,
        tasks: [{ id: 'T1', more: { covers: ['AC-001'] } }],
      })
      expect(stagesOf(play).slice(0, 3)).toEqual(['intake', 'specify', 'research'])
      expect(asked(play, 'discuss')).toEqual([])
    },
    LONG,
  )

  it(
    'A12: nobody is asked who does not want to be',
    async () => {
      const objective =
        'Add an export of all notes with paging and error handling to the command line, skip discussion'
      const play = await playGem({
        tier: 'medium',
        objective,
        tasks: [{ id: 'T1', more: { covers: ['AC-001'] } }],
      })
      expect(stagesOf(play)).not.toContain('discuss')
      expect(asked(play)).toEqual(['approve/r1/plan'])
    },
    LONG,
  )
})

describe('a simple job', () => {
  let play: Awaited<ReturnType<typeof playGem>>
  beforeAll(async () => {
    play = await playGem({
      tasks: [task],
      objective: 'Fix the typo in README.md: "projcet" should be "project"',
      files: { 'README.md': '# A projcet\n' },
    })
  }, LONG)

  it('A11, A93 impossible: even the smallest request goes through its phase, research, plan, both judges and the approval', () => {
    expect(phaseOf(play)).toBe('new-objective')
    expect(stagesOf(play)).toEqual([
      'intake',
      'research',
      'plan',
      'challenge',
      'approve',
      'execute',
      'learn',
      'deliver',
    ])
    expect(asked(play)).toEqual(['approve/r1/plan'])
  })

  it('A12, A21: it is simple, so it is not discussed', () => {
    expect(inputOf(play, 'research/')).toMatchObject({ complexity: 'simple', task_clarifications: [] })
    expect(stagesOf(play)).not.toContain('discuss')
  })

  it('A88, A93 impossible: nothing pauses but for the approval of the plan', () => {
    const waits = play.events.filter(({ type }) => type === 'question-asked' || type === 'run-paused')
    expect(waits.map((event) => ('question' in event ? event.question : event.type))).toEqual([
      'approve/r1/plan',
    ])
  })

  it('A29: no plan is said before its wave', () => {
    const said = play.facts('announced').map((value) => (value as { text: string }).text)
    expect(said.some((text) => text.includes('Wave 1'))).toBe(true)
    expect(said.some((text) => text.includes('PLAN:'))).toBe(false)
  })

  it('A45: no critic looks at its waves, the reviewer does', () => {
    const judges = play.facts('reviewed').map((value) => (value as { by: string }).by)
    expect(judges).toEqual(['reviewer'])
  })
})

describe('a request that asks how', () => {
  let play: Awaited<ReturnType<typeof playGem>>
  const answers = ['option-1', null, 'option-2']
  beforeAll(async () => {
    let question = 0
    play = await playGem({
      objective:
        'How should I add an API endpoint and a page that export all notes as CSV, with validation rules?',
      tasks: [{ id: 'T1', more: { covers: ['AC-001'] } }],
      answer: (name) => {
        if (!name.startsWith('discuss/')) return null
        const option = answers[question] ?? null
        question += 1
        return option === null ? { option: null, text: 'Only what the user may see.' } : { option }
      },
    })
  }, LONG)

  it('A6, A10, A11: it has a plan id of its own and enters the discussion first', () => {
    expect(stagesOf(play).slice(0, 4)).toEqual(['intake', 'discuss', 'specify', 'research'])
    expect(inputOf(play, 'research/')['plan_id']).toMatch(/^\w+$/)
  })

  it('A13: what is unclear is looked for by its kind', () => {
    const { grayKinds } = play.facts('brief')[0] as { grayKinds: readonly string[] }
    expect(grayKinds).toEqual(expect.arrayContaining(['interface', 'visual', 'logic', 'data']))
    const prompt = play.prompts.get('discuss/try-1/turn') ?? ''
    for (const kind of grayKinds) expect(prompt).toContain(kind)
  })

  it('A14, A15: three to five questions, one at a time, each with two to four answers or one of your own', () => {
    const questions = asked(play, 'discuss/')
    expect(questions).toEqual(['discuss/question-1', 'discuss/question-2', 'discuss/question-3'])
    for (const name of questions) {
      const { options = [], free } = play.questions.get(name) ?? {}
      const offered = options.filter(({ id }) => id.startsWith('option-'))
      expect(offered.length).toBeGreaterThanOrEqual(2)
      expect(offered.length).toBeLessThanOrEqual(4)
      expect(free).toBe(true)
    }
    const order = play.events.flatMap((event) =>
      (event.type === 'question-asked' || event.type === 'question-answered') &&
      event.question.startsWith('discuss/')
        ? [event.type]
        : [],
    )
    expect(order).toEqual(questions.flatMap(() => ['question-asked', 'question-answered']))
  })

  it('A15, A22: every answer reaches the researchers, the planner and the reviewer of the plan', () => {
    for (const step of ['research/', 'plan/r1/', 'challenge/r1/reviewer']) {
      expect(inputOf(play, step)['task_clarifications']).toMatchObject([
        { answer: 'Plain interface' },
        { answer: 'Only what the user may see.' },
        { answer: 'Rich data' },
      ])
    }
  })

  it('A16, A92: what outlives the job stands in AGENTS.md, once; the rest does not', async () => {
    const text = play.files['AGENTS.md'] ?? ''
    expect(text.split('Plain interface').length - 1).toBe(1)
    expect(text).not.toContain('Rich data')
  })
})
