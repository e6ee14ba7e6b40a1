import { expect, test } from 'vitest'
import { reply, scene } from '../../harness/script.ts'
import { makeStage, playProcess, playProcessCut } from '../../harness/play-process.ts'
import { describeRoles } from '../../../src/playbooks/team-coordinate/assemble.ts'
import { analyseTask } from '../../../src/records/team-coordinate/analyse-task.ts'
import { report, turnOf } from './team-cast.ts'
import { messagesIn, playTeam, sessionFile, tasksIn, teamScript, toldIn, workedOn } from './play-team.ts'

const objective = 'Design the slug rules in docs/slugs.md, then implement the slug parser in src/slug.ts'

const late = scene({ step: turnOf('DESIGN-001', { attempt: '1' }) }, [{ act: 'hang' }])

test('D33, D34: a worker that is too late is logged, and a person says whether it is tried again', async () => {
  const played = await playTeam({ objective, scenes: [late] })
  expect(played.outcome).toMatchObject({ status: 'waiting' })
  expect(workedOn(played).filter((id) => id === 'DESIGN-001')).not.toHaveLength(0)
  expect(tasksIn(played)[0]).toMatchObject({ id: 'DESIGN-001', status: 'timed_out' })
  expect(
    messagesIn(played).some(({ type, summary }) => type === 'error' && summary.includes('DESIGN-001')),
  ).toBe(true)
  const [ask] = [...played.questions.values()]
  expect(ask?.options.map(({ id }) => id)).toEqual(expect.arrayContaining(['again', 'give-up']))
})

test('D33: a worker that is too late is timed out where it last said it was, as far as it did', async () => {
  const progress = (data: Readonly<Record<string, string | number>>) => ({
    act: 'tool' as const,
    name: 'team_msg',
    input: {
      operation: 'log',
      type: 'progress',
      summary: 'On it.',
      data: { task_id: 'DESIGN-001', ...data },
    },
  })
  const said = async (...data: readonly Readonly<Record<string, string | number>>[]) => {
    const asks = reply({ status: 'needs_input', findings: 'With dashes?' })
    const played = await playTeam({
      objective,
      scenes: [
        scene({ step: turnOf('DESIGN-001'), prompt: 'With dashes, please' }, [{ act: 'hang' }]),
        scene({ step: turnOf('DESIGN-001') }, [...data.map(progress), ...asks]),
      ],
      answer: (name) => (name.includes('exhausted') ? null : { option: null, text: 'With dashes, please' }),
    })
    return toldIn(played).find((line) => line.includes('timed_out')) ?? ''
  }
  expect(await said({ progress_pct: 20 }, { phase: 'Phase 3', progress_pct: 50 })).toContain(
    '✗ DESIGN-001 (designer) timed_out at Phase 3 (50%): ',
  )
  expect(await said({ progress_pct: 20 })).toContain('timed_out at (20%): ')
  expect(await said()).toContain('timed_out: ')
})

test('D37, D38, D44 impossible: work that fails its proof is announced to nobody as complete', async () => {
  const played = await playTeam({
    objective: 'Implement the slug parser in src/slug.ts',
    scenes: [
      scene({ step: turnOf('IMPL-001', { attempt: '1' }) }, [
        { act: 'write', path: 'impl-001.txt', text: 'BROKEN\n' },
        ...report('IMPL-001', {
          files_modified: ['impl-001.txt'],
          artifact: { name: 'boast', text: 'It works.' },
          consensus: { level: 'HIGH', about: 'The design is wrong.' },
        }),
      ]),
    ],
  })
  const types = messagesIn(played).flatMap(({ from, type }) => (from === 'developer' ? [type] : []))
  expect(types).toEqual(['error', 'state_update', 'impl_complete'])
  expect(Object.keys(played.files).filter((path) => path.includes('boast'))).toEqual([])
  expect(workedOn(played)).toEqual(['IMPL-001', 'IMPL-001'])
  expect(tasksIn(played)[0]).toMatchObject({ status: 'completed', findings: 'IMPL-001 is done.' })
})

test('D34: retry has another worker do it', async () => {
  const played = await playTeam({
    objective,
    scenes: [late],
    answer: (name) => (name.includes('exhausted') ? { option: 'again' } : null),
  })
  expect(played.outcome).toMatchObject({ status: 'completed' })
  expect(tasksIn(played).map(({ status }) => status)).toEqual(['completed', 'completed'])
})

test('D34: skip goes on without it and without what waits for it', async () => {
  const played = await playTeam({
    objective:
      'Implement the slug parser in src/slug.ts, then implement the title parser in src/title.ts. Draft the guide in docs/guide.md.',
    scenes: [scene({ step: turnOf('IMPL-001') }, [{ act: 'hang' }])],
    answer: (name) => (name.includes('exhausted') ? { option: 'give-up' } : null),
  })
  expect(played.outcome).toMatchObject({ status: 'completed' })
  expect(Object.fromEntries(tasksIn(played).map(({ id, status }) => [id, status]))).toEqual({
    'IMPL-001': 'timed_out',
    'IMPL-002': 'pending',
    'DRAFT-001': 'completed',
  })
})

test('D34: a worker that crashed is started again, and has the same task', async () => {
  const crash = scene({ step: `${turnOf('DESIGN-001').replace('**', '')}/try-1/turn` }, [
    { act: 'crash', code: 1 },
  ])
  const played = await playTeam({ objective, scenes: [crash] })
  expect(played.outcome).toMatchObject({ status: 'completed' })
  expect(workedOn(played)).toEqual(['DESIGN-001', 'DESIGN-001', 'IMPL-001'])
  expect(played.questions.has('execute/DESIGN-001@r1/exhausted-1')).toBe(false)
})

test('D13, D32: a worker that a kill cut off waits again and is started again; what is over is not', async () => {
  const repository = await makeStage()
  try {
    const script = teamScript({ objective })
    const whole = await playProcess(repository, script)
    const began = whole.events.findIndex(
      (event) =>
        event.type === 'step-started' && event.step.startsWith('execute/IMPL-001@r1/attempt-1/implement'),
    )
    await repository.remove()
    const again = await makeStage()
    const cut = await playProcessCut(again, script, began + 1)
    expect(cut.outcome).toMatchObject({ status: 'completed' })
    expect(workedOn(cut)).toEqual(['IMPL-001'])
    expect(tasksIn(cut).map(({ status }) => status)).toEqual(['completed', 'completed'])
    await again.remove()
  } finally {
    await repository.remove()
  }
})

const folder = '.workflow/.team/TC-a-b-2026-01-01'
const task = (id: string, deps: readonly string[]) => ({
  id,
  title: id,
  description: `Do it.\nSession: ${folder}`,
  status: 'pending',
  role: 'developer',
  prefix: 'IMPL',
  deps,
  findings: null,
  error: null,
})

test('D6, D34 impossible: tasks that wait for each other are reported, and nobody is started', async () => {
  const session = { session_id: 'TC-a-b-2026-01-01', task_description: 'Do a and b', status: 'active' }
  const files = [
    { path: 'team-session.json', text: JSON.stringify(session) },
    {
      path: 'tasks.json',
      text: JSON.stringify([task('IMPL-001', ['IMPL-002']), task('IMPL-002', ['IMPL-001'])]),
    },
  ]
  const played = await playTeam({
    objective: 'Do a and b',
    input: { from: { process: 'team-coordinate', path: folder, files } },
  })
  expect(played.outcome).toMatchObject({ status: 'failed', failure: { code: 'bad-input' } })
  expect(JSON.stringify(played.outcome)).toContain('waits for')
  expect(played.turns).toEqual([])
})

test('D34: roles that cannot be described become one general role', () => {
  const { analysis, specs, isFallback } = describeRoles(analyseTask(objective), () => 'no spec at all')
  expect(isFallback).toBe(true)
  expect(analysis.roles.map(({ name }) => name)).toEqual(['general'])
  expect(Object.keys(analysis.dependency_graph)).toEqual(['TASK-001'])
  expect(specs).toHaveLength(1)
})

test('D34: a request without any signal is one general role with tasks called TASK', async () => {
  const played = await playTeam({
    objective: 'Lorem ipsum dolor sit amet in src/lorem.ts for the parser module',
  })
  expect(workedOn(played)).toEqual(['TASK-001'])
  expect(sessionFile(played, 'role-specs/general.md')).toContain('prefix: TASK')
})

test('D13, D34: a worker that fails is told another way to go, by nobody but the coordinator', async () => {
  const failed = reply({ status: 'failed', findings: 'It does not work.', error: 'no such rule' })
  const played = await playTeam({
    objective,
    scenes: [
      scene({ step: turnOf('DESIGN-001', { attempt: '1' }) }, failed),
      scene({ step: turnOf('DESIGN-001') }, report('DESIGN-001')),
    ],
  })
  expect(played.turns.every((step) => !step.includes('diagnose'))).toBe(true)
  expect([...played.prompts.values()][1]).toContain('take another way than before')
})
