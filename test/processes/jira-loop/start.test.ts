import { beforeAll, describe, expect, test } from 'vitest'
import { RunFailure } from '../../../src/kernel/failure.ts'
import { jiraLoopPlaybook } from '../../../src/playbooks/jira-loop/jira-loop.ts'
import { docsStateOf } from '../../../src/stages/intake/docs-trust.ts'
import { formatDocsState } from '../../../src/config/docs-state-file.ts'
import type { ProcessScript } from '../../harness/play-process.ts'
import { reply, scene } from '../../harness/script.ts'
import { cast } from '../../stories/cast.ts'
import { planned, writes } from './job.ts'
import type { Keyed, PlayedTicket } from './play-ticket.ts'
import { MINUTES, playTicket } from './play-ticket.ts'
import { ticketInput } from './ticket-input.ts'

const documents = new Map([
  ['docs/ARCHITECTURE.md', Array.from({ length: 100 }, (_, line) => `architecture ${line + 1}`).join('\n')],
  ['docs/CODE_STYLE.md', Array.from({ length: 60 }, (_, line) => `style ${line + 1}`).join('\n')],
  ['docs/FINDINGS.md', Array.from({ length: 120 }, (_, line) => `finding ${line + 1}`).join('\n')],
])

const wait = { act: 'ponder', ms: 5 * 60_000, everyMs: 60_000 } as const
const two = [planned('TASK-1', 'feat: one', ['src/one.txt']), planned('TASK-2', 'feat: two', ['src/two.txt'])]

/** An unclear request, documents that can be trusted, and a planner whose tasks cannot be used. */
const unclear: ProcessScript = {
  process: 'jira-loop',
  objective: 'ABC-3: Add something to the texts. You MUST use `Context7` to inspect them.',
  files: {
    'src/text.txt': 'text\n',
    '.gitignore': 'dist/\nprompts/\ndocs/docs_cache_state.yaml\n',
    ...Object.fromEntries(documents),
  },
  scenes: cast(
    [],
    [
      scene(
        { role: 'interpreter' },
        reply({
          status: 'clear',
          objective: 'ABC-3: Add two texts beside src/text.txt',
          criteria: ['Two texts are there'],
          workType: 'feature',
          mandates: ['You MUST use `Context7` to inspect them.'],
          likelyFiles: ['src/text.txt'],
        }),
      ),
      scene(
        { role: 'planner' },
        reply({
          objective: 'Texts',
          tasks: [planned('TASK-1', 'feat: one', ['src/one.txt'], { dependencies: ['TASK-9'] })],
        }),
      ),
      scene({ role: 'splitter' }, reply({ objective: 'Texts', tasks: two })),
      scene({ step: 'execute/TASK-1@**' }, [
        wait,
        ...writes({ 'src/one.txt': '1\n', 'prompts/ABC-3/log.jsonl': 'mine\n' }),
      ]),
      scene({ step: 'execute/TASK-2@**' }, [wait, wait, ...writes({ 'src/two.txt': '2\n' })]),
    ],
  ).scenes,
}

describe('a request that is not clear, with documents that can be trusted', () => {
  let played: PlayedTicket
  beforeAll(async () => {
    played = await playTicket(
      unclear,
      async (repository) => {
        const state = formatDocsState(docsStateOf(documents))
        await repository.write('docs/docs_cache_state.yaml', state)
        await repository.git(['add', '--force', 'docs/docs_cache_state.yaml'])
        await repository.git(['commit', '--quiet', '--message', 'state'])
        await repository.write('docs/notes.md', 'a note that nobody has committed\n')
      },
      async (repository) => ({
        status: await repository.git(['status', '--porcelain']),
        note: await repository.git(['hash-object', 'docs/notes.md']),
      }),
    )
  }, MINUTES)

  test('B19, B21, B26: an interpreter is asked, and what must be used stays word for word', () => {
    expect(played.turns[0]).toBe('intake/interpret/try-1/turn')
    expect(played.promptOf('intake/interpret')).toContain('ROLE ENFORCEMENT: You are Interpreter.')
    expect(played.promptOf('intake/interpret')).toContain('It says "something".')
    expect(played.yaml('prompt.yaml')['tool_mandates']).toEqual([
      {
        tool: 'Context7',
        requirement: 'You MUST use `Context7` to inspect them.',
        assigned_agent: 'planner',
      },
    ])
    expect(played.yaml('prompt.yaml')['refined_prompt']).toContain('Add two texts beside src/text.txt')
  })

  test('B16, B17, B25: trusted by hashes and fingerprint, they are used, and no initializer is asked', () => {
    expect(played.yaml('progress.yaml')).toMatchObject({
      docs_trusted_for_planning: true,
      trust_status: 'trusted',
      startup: {
        docs_state: {
          architecture_exists: true,
          code_style_exists: true,
          findings_exists: true,
          refresh_required: false,
        },
      },
    })
    expect(played.turns.some((step) => step.startsWith('docs'))).toBe(false)
  })

  test('B35: the planner sees 80 lines of the architecture, 40 of the style and every finding', () => {
    const prompt = played.promptOf('plan/r1')
    expect(prompt).toContain('architecture 80\n')
    expect(prompt).not.toContain('architecture 81')
    expect(prompt).toContain('style 40\n')
    expect(prompt).not.toContain('style 41')
    expect(prompt).toContain('finding 120')
  })

  test('B24: a .gitignore that has both lines stays as it is', () => {
    expect(Object.keys(played.files)).not.toContain('.gitignore')
  })

  test('B38, B52: tasks that cannot be used are logged with the reason, and a splitter makes them anew', () => {
    expect(played.logged).toContain('tasks.yaml.invalid')
    expect(played.logged).not.toContain('splitter.skipped_planner_provided')
    const line = played.log.find(({ event }) => event === 'orchestrator.tasks.yaml.invalid')
    expect(line).toMatchObject({ level: 'ERROR', iteration: 0 })
    expect(String(line?.['message'])).toContain('TASK-9')
    expect(played.promptOf('plan/r1/split')).toContain('ROLE ENFORCEMENT: You are Splitter.')
    expect(played.yaml('iteration_0/tasks.yaml')['parallel_groups']).toEqual({ A: ['TASK-1', 'TASK-2'] })
  })

  test('B40: documents that are not committed are no reason to ask, and nothing of them is touched', () => {
    expect([...played.questions.keys()]).toEqual([])
    expect(played.seen['status']).toBe('?? docs/notes.md')
    expect(played.logged).toContain('git.gate.complete')
  })

  test('B4 impossible: an agent that writes the log writes nothing that is kept', () => {
    expect(played.files['prompts/ABC-3/log.jsonl']).not.toContain('mine')
    expect(played.log.length).toBeGreaterThan(8)
  })

  test('B47, B49: cycle and lead times are counted from the journal, in whole minutes', () => {
    const { metrics, created_at } = played.yaml('progress.yaml') as { metrics: Keyed; created_at: string }
    expect(metrics).toMatchObject({
      tasks_total: 2,
      groups_total: 1,
      groups_completed: 1,
      percent_complete: 100,
      remaining_minutes_estimate: 0,
      eta_confidence: 'high',
      lead_time_to_first_code_change_minutes: 5,
      latest_group_cycle_minutes_estimate: 10,
      latest_iteration_cycle_minutes_estimate: 10,
      elapsed_minutes_estimate: 10,
    })
    const tasks = played.tasksOf(0)
    const changes = tasks.map((task) => String(task['first_code_change_at'])).toSorted()
    expect(metrics['first_code_change_at']).toBe(changes[0])
    expect(Date.parse(changes[0] ?? '') - Date.parse(created_at)).toBeGreaterThanOrEqual(5 * 60_000)
  })
})

describe('what a ticket needs before anything begins', () => {
  const input = ticketInput('Add a greeting')

  test('B9: a request without a ticket is refused with one sentence that says what to do', () => {
    const start = (): unknown => jiraLoopPlaybook.parseInput(input)
    expect(start).toThrow(RunFailure)
    expect(start).toThrow(/^ERROR: No JIRA id .* such as ABC-123.*STOPPING\.$/)
    expect(() => jiraLoopPlaybook.parseInput({ ...input, objective: 'Read UTF-8' })).toThrow(/No JIRA id/)
    expect(
      jiraLoopPlaybook.parseInput({ ...input, objective: 'PROJ-77 Add a greeting' }).objective,
    ).toContain('PROJ-77')
  })
})
