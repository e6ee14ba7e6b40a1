import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Question } from '../../../src/kernel/question.ts'
import { readPlan } from '../../../src/records/gem-team/read-plan.ts'
import { gemTeamSchemas } from '../../../src/records/gem-team/schemas.ts'
import type { TestRepository } from '../../fixtures/git-repository.ts'
import type { ProcessPlay, ProcessScript } from '../../harness/play-process.ts'
import { makeStage, playProcess } from '../../harness/play-process.ts'
import { scene } from '../../harness/script.ts'
import { cast, says } from '../../stories/cast.ts'
import { patientJob } from './job.ts'

const FOLDER = 'docs/plan/short_link_made'
const open: TestRepository[] = []

afterAll(async () => {
  for (const repository of open) await repository.remove()
})

async function played(script: ProcessScript): Promise<ProcessPlay> {
  const repository = await makeStage(script)
  open.push(repository)
  return playProcess(repository, script)
}

function textsOf(play: ProcessPlay): readonly string[] {
  return play.facts('announced').map((value) => (value as { readonly text: string }).text)
}

function fits(name: string, text: string): boolean {
  const { schema } = gemTeamSchemas.find((each) => each.name === name) ?? {}
  return schema?.safeParse(parse(text)).success ?? false
}

describe('a whole job', () => {
  let play: ProcessPlay
  let said: readonly string[]
  const file = (path: string): string => play.files[`${FOLDER}/${path}`] ?? ''
  beforeAll(async () => {
    play = await played(patientJob)
    said = textsOf(play)
  }, 240_000)

  test('A90: plan.yaml says in gem-team’s own words how far everything is', () => {
    expect(fits('plan', file('plan.yaml'))).toBe(true)
    expect(parse(file('plan.yaml'))).toMatchObject({
      plan_id: 'short_link_made',
      status: 'completed',
      created_by: 'gem-planner',
      research_confidence: 'high',
      plan_metrics: { wave_1_task_count: 2, total_dependencies: 2, risk_score: 'medium' },
      contracts: [{ from_task: 'T1', to_task: 'T3', interface: 'links', format: 'Map<string, string>' }],
      tasks: [
        { id: 'T1', agent: 'gem-implementer', wave: 1, status: 'completed', flags: { retries_used: 0 } },
        {
          id: 'T2',
          wave: 1,
          status: 'completed',
          flags: { flaky: false, retries_used: 4 },
          diagnosis: { fix_recommendations: 'Write the expression out.' },
        },
        { id: 'T3', agent: 'gem-documentation-writer', wave: 2, status: 'completed', audience: 'developers' },
      ],
      planning_pass: 1,
      planning_history: [{ pass: 1, reason: 'Initial plan' }],
    })
  })

  test('A90: the files are written again after everything that changes a task', () => {
    const told = play.events.flatMap((event) => {
      const isTask = event.type === 'fact-recorded' && event.kind === 'task'
      return isTask && /task-(?:working|diagnosing|done)$/.test(event.name) ? [event.name] : []
    })
    const written = play.events.flatMap((event) => (event.type === 'step-completed' ? [event.step] : []))
    expect(told.length).toBeGreaterThan(9)
    expect(told.filter((name) => !written.includes(`files/book/${name}`))).toEqual([])
  })

  test('A23: each of three variants is kept, and the one with the widest first wave is the plan', () => {
    const metrics = ['plan_a', 'plan_b', 'plan_c'].map((name) => {
      expect(fits('plan', file(`${name}.yaml`))).toBe(true)
      return parse(file(`${name}.yaml`)).plan_metrics.wave_1_task_count
    })
    expect(metrics).toEqual([2, 1, 2])
    const idsOf = (path: string): string =>
      parse(file(path))
        .tasks.map(({ id }: { id: string }) => id)
        .join()
    expect(idsOf('plan.yaml')).toBe(idsOf('plan_a.yaml'))
  })

  test('A22: what was found out stands in one file for each focus area', () => {
    const found = Object.keys(play.files).filter((path) => path.includes('research_findings_'))
    expect(found).toHaveLength(4)
    for (const path of found) expect(fits('research-findings', play.files[path] ?? '')).toBe(true)
    expect(parse(file('research_findings_structure.yaml'))).toMatchObject({
      focus_area: 'structure',
      created_by: 'gem-researcher',
      research_metadata: { confidence: 'high', research_blockers: 1 },
      open_questions: [{ question: 'How long is a link kept?' }],
    })
  })

  test('A78, A79: a log is written of what failed, once its retries are used up, and of nothing else', () => {
    const logs = Object.keys(play.files).filter((path) => path.includes('/logs/'))
    expect(logs).toEqual([expect.stringMatching(/logs\/gem-implementer_T2_\d{8}T\d{6}Z\.yaml$/)])
    const text = play.files[logs[0] ?? ''] ?? ''
    expect(fits('failure-log', text)).toBe(true)
    expect(parse(text)).toMatchObject({
      task_id: 'T2',
      status: 'failed',
      failure_type: 'fixable',
      retries_used: 3,
      diagnosis: { root_cause: 'The expression was left out.' },
      attempts: [{ attempt: 1 }, { attempt: 2 }, { attempt: 3 }, { attempt: 4 }],
    })
  })

  test('A81: each retry is said with its number', () => {
    const retries = said.flatMap((text) => /Retry \d\/\d for \w+/.exec(text) ?? [])
    expect(retries).toEqual(['Retry 1/3 for T2', 'Retry 2/3 for T2', 'Retry 3/3 for T2'])
  })

  test('A29: before each wave three steps are laid out, and it is said how to stop them', () => {
    const plans = said.flatMap((text) => /^PLAN: .*$/m.exec(text) ?? [])
    expect(plans).toHaveLength(2)
    for (const line of plans) {
      expect(line).toMatch(/^PLAN: 1\. .* 2\. .* 3\. .* → Executing unless you redirect\.$/)
    }
    const index = play.events.findIndex(
      (event) => event.type === 'fact-recorded' && event.name === 'execute/wave-1-r1/announced',
    )
    const work = play.events.findIndex(
      (event) => event.type === 'step-started' && event.step.startsWith('execute/T'),
    )
    expect(index).toBeLessThan(work)
  })

  test('A91: after each wave and at the end it is summed up', () => {
    const blocks = said.filter((text) => text.includes('\nProgress: '))
    expect(blocks).toEqual([
      [
        '🏁 Wave 1 complete!',
        'Plan: short_link_made | Short links can be made, kept and looked up',
        'Progress: 2/3 tasks (67%)',
        'Waves: Wave 1 (2/2) ✓',
        'Blocked: 0',
        'Next: Wave 2 (1 tasks)',
      ].join('\n'),
      expect.stringContaining('🏁 Wave 2 complete!\n'),
      [
        '🎉 Plan complete!',
        'Plan: short_link_made | Short links can be made, kept and looked up',
        'Progress: 3/3 tasks (100%)',
        'Waves: Wave 2 (1/1) ✓',
        'Blocked: 0',
        'Next: none',
      ].join('\n'),
    ])
  })

  test('A50: the last thing that is said is the summary', () => {
    expect(said.at(-1)).toMatch(/^🎉 Plan complete!\nPlan: /)
  })

  test.each([
    ['A89: the start of a phase is announced', /^🔎 Phase 1: Research!/],
    ['A89: the start of a wave is announced', /^🌊 Wave 1: T1, T2\./],
    ['A89: the end of a wave is announced', /^🏁 Wave 1 complete!/],
    ['A89: a failure is announced', /^💥 T2 failed \(fixable\): /],
    ['A89: an escalation is announced', /^🆘 Escalation: T2 /],
    ['A89: a question is announced', /^❓ Over to you: In what form does the command answer\?$/],
    ['A89: the end of the plan is announced', /^🎉 Plan complete!/],
  ])('%s', (_, words) => {
    expect(said.filter((text) => words.test(text))).not.toEqual([])
  })

  test('A89: nothing that is announced is longer than two lines, but for the summaries', () => {
    const long = said.filter((text) => text.split('\n').length > 2 && !text.includes('\nProgress: '))
    expect(long).toEqual([])
  })

  test('A17, A18, A19: docs/PRD.yaml is written from what was discussed and brought up to date at the end', async () => {
    const prd = parse((await play.delivered('docs/PRD.yaml')) ?? '')
    expect(prd).toMatchObject({
      version: '1.0.1',
      user_stories: [{ as_a: 'reader', i_want: 'short links', so_that: 'they fit into a message' }],
      scope: { in_scope: ['making, keeping and looking up links'], out_of_scope: ['accounts'] },
      features: [{ name: 'Short links', status: 'complete' }],
      decisions: [{ id: 'ADR-001', status: 'accepted', decision: expect.stringContaining('Plain text') }],
    })
    const keys =
      'prd_id version user_stories scope acceptance_criteria needs_clarification features state_machines errors decisions changes'
    expect(Object.keys(prd)).toEqual(keys.split(' '))
  })

  test('A16, A92: AGENTS.md keeps what holds for later work, once', async () => {
    const text = (await play.delivered('AGENTS.md')) ?? ''
    expect(text.match(/In what form does the command answer\?/g)).toHaveLength(1)
    expect(text).not.toContain('How long may a name be?')
  })

  test('A90: the files are delivered together with the work', async () => {
    expect(await play.delivered(`${FOLDER}/plan.yaml`)).toBe(file('plan.yaml').trimEnd())
  })
})

describe('a plan that a person edits before they approve it', () => {
  const path = 'docs/plan/list_file/plan.yaml'
  const script = (edit: (text: string) => string): ProcessScript => ({
    process: 'gem-team',
    objective: 'List the files of README.md in a file',
    scenes: cast([{ id: 'T1' }, { id: 'T2' }]).scenes,
    answer: (name: string, { details }: Question) => {
      if (!name.startsWith('approve/')) return null
      const { files } = details as { readonly files: { readonly folder: string; readonly plan: string } }
      const at = join(files.folder, files.plan)
      if (name === 'approve/r1/plan') writeFileSync(at, edit(readFileSync(at, 'utf8')))
      return name === 'approve/r1/plan' ? { option: 'edited' } : null
    },
  })

  test('A27, A53: counts as they left it: another agent, and a task less', async () => {
    const play = await played(
      script((text) => {
        const { tasks, ...rest } = parse(text)
        const [first] = tasks
        return JSON.stringify({ ...rest, tasks: [{ ...first, agent: 'gem-implementer-mobile' }] })
      }),
    )
    expect(play.turns.filter((turn) => turn.startsWith('execute/T'))).toEqual([
      'execute/T1@r2/attempt-1/implement/try-1/turn',
    ])
    const plans = Object.keys(play.files).filter((each) => each.endsWith('plan.yaml'))
    const { written } = readPlan(play.files[plans[0] ?? path] ?? '', path, null)
    expect(written?.tasks.map(({ id, agent }) => [id, agent])).toEqual([['T1', 'gem-implementer-mobile']])
    expect(written?.planning_history.map(({ reason }) => reason)).toEqual([
      'Initial plan',
      'A person has edited the file of the plan.',
    ])
  }, 90_000)

  test('A27: is refused with its line when it cannot be carried out, and they are asked again', async () => {
    const play = await played(script((text) => text.replace('agent: gem-implementer', 'agent: gem-nobody')))
    expect(play.outcome.status).toBe('waiting')
    expect(play.questions.get('approve/r1/plan-2')?.text).toMatch(/plan\.yaml:\d+:\d+: .*gem-nobody/)
  }, 90_000)
})

test('A41, A73, A91: what is escalated is blocked, and so is what waits for it; nobody logs what was never retried', async () => {
  const play = await played({
    process: 'gem-team',
    objective: 'List the files of README.md in a file',
    scenes: cast(
      [{ id: 'T1' }, { id: 'T2' }, { id: 'T3', after: ['T2'] }],
      [scene({ step: 'execute/T2@**/implement**' }, says('failed', 'I may not.', { failure: 'escalate' }))],
    ).scenes,
    answer: (name) => (name.includes('exhausted') ? { option: 'give-up' } : null),
  })
  const [plan] = Object.entries(play.files).filter(([path]) => path.endsWith('/plan.yaml'))
  const { written } = readPlan(plan?.[1] ?? '', 'plan.yaml', null)
  expect(written?.tasks.map(({ status }) => status)).toEqual(['completed', 'blocked', 'blocked'])
  expect(written?.status).toBe('in_progress')
  expect(textsOf(play).at(-1)).toMatch(
    /^🏁 All that can be done is done; what is blocked needs you\.\n[^]*\nBlocked: 2 \(T2, T3\)\nNext: none\n- T2: not done itself, waiting for 0 min\n- T3: missing T2, waiting for 0 min$/,
  )
  expect(Object.keys(play.files).filter((path) => path.includes('/logs/'))).toEqual([])
}, 90_000)
