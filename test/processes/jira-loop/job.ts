import type { Act } from '../../../src/adapters/agents/scripted/script.ts'
import type { Json } from '../../../src/kernel/json.ts'
import type { ProcessScript } from '../../harness/play-process.ts'
import { reply, scene } from '../../harness/script.ts'
import { cast, done, inspected, issue, says, write } from '../../stories/cast.ts'

/** A task as a planner gives it. */
export function planned(id: string, title: string, files: readonly string[], more: Json = {}): Json {
  return {
    id,
    title,
    description: `${title}, as the request says.`,
    writeSet: [...files],
    acceptance: [{ id: null, criterion: `${title} can be seen`, verification: `read ${files[0] ?? ''}` }],
    ...(more as object),
  }
}

/** What somebody does who writes these files and says that it is done. */
export function writes(files: Readonly<Record<string, string>>): readonly Act[] {
  return [...Object.entries(files).map(([path, text]) => write(path, text)), ...done]
}

const first = [
  planned('TASK-1', 'feat: greet in English', ['src/english.txt']),
  planned('TASK-2', 'feat: greet in French', ['src/french.txt', 'test/french.test.txt']),
  planned('TASK-3', 'feat: offer both greetings', ['src/greetings.txt'], {
    dependencies: ['TASK-1', 'TASK-2'],
  }),
]

const second = [
  planned('TASK-4', 'fix: greet people by name', ['src/greetings.txt']),
  planned('TASK-5', 'docs: say how to greet', ['GREETING.md']),
]

const verify = [{ name: 'test', kind: 'test' as const, command: '! grep -rq BROKEN src', timeoutMs: 60_000 }]

/**
 * Two iterations: one task asks a person, one fails and is done again, the review rejects, and the next iteration is
 * planned from its report.
 */
export const job: ProcessScript = {
  process: 'jira-loop',
  objective:
    'ABC-12: Add greetings in English and French, so that everybody is greeted. Investigate with `Context7` first. Use `Zod` for the input.',
  files: { 'src/hello.txt': 'hello\n' },
  input: { verify },
  answer: (name) => (name.endsWith('TASK-2@r1/attempt-1/input-1') ? { option: 'bonjour' } : null),
  scenes: cast(
    [],
    [
      scene({ role: 'planner', step: 'plan/r1/**' }, reply({ objective: 'Greet everybody', tasks: first })),
      scene({ role: 'planner', step: 'plan/r2/**' }, reply({ objective: 'Greet by name', tasks: second })),
      scene({ step: 'execute/TASK-1@r1/attempt-1/implement**' }, writes({ 'src/english.txt': 'BROKEN\n' })),
      scene({ step: 'execute/TASK-1@r1/attempt-2/implement**' }, writes({ 'src/english.txt': 'Hello\n' })),
      scene(
        { step: 'execute/TASK-2@r1/attempt-1/implement/**' },
        says('needs_input', 'Which greeting?', {
          clarification: {
            options: [
              { id: 'bonjour', description: 'Bonjour' },
              { id: 'salut', description: 'Salut' },
            ],
            recommended: 'bonjour',
          },
        }),
      ),
      scene(
        { step: 'execute/TASK-2@r1/attempt-1/implement-2/**' },
        writes({ 'src/french.txt': 'Bonjour\n', 'test/french.test.txt': 'Bonjour is there\n' }),
      ),
      scene(
        { step: 'execute/TASK-3@r1/**/implement**' },
        writes({ 'src/greetings.txt': 'Hello, Bonjour\n' }),
      ),
      scene({ step: 'execute/TASK-4@r2/**' }, writes({ 'src/greetings.txt': 'Hello NAME, Bonjour NAME\n' })),
      scene({ step: 'execute/TASK-5@r2/**' }, writes({ 'GREETING.md': 'Say hello.\n' })),
      scene(
        { role: 'reviewer', step: 'review/i0/**' },
        reply(
          inspected('needs_revision', [
            issue('Nobody is greeted by name', 'src/greetings.txt', { about: 'AC-001' }),
          ]),
        ),
      ),
    ],
  ).scenes,
}

const halfTasks = `jira: XY-7
iteration: 0
validation_policy:
  baseline_allowlist: [src/generated.txt]
  baseline_scope: code_and_tests_only
strategy: mixed
parallel_groups:
  A: [TASK-1, TASK-2]
  B: [TASK-3]
execution_order:
  - group: A
    strategy: parallel
    tasks: [TASK-1, TASK-2]
  - group: B
    strategy: sequential
    tasks: [TASK-3]
tasks:
  - id: TASK-1
    description: Write down the price.
    files_to_modify: [src/price.txt]
    test_files: []
    success_criteria: [The price is there]
    parallel_group: A
    depends_on: []
    status: ACCEPTED
    attempt: 1
    started_at: "2026-01-01T00:05:00Z"
    first_code_change_at: "2026-01-01T00:07:00Z"
  - id: TASK-2
    description: Write down the tax.
    files_to_modify: [src/tax.txt]
    test_files: []
    success_criteria: [The tax is there]
    production_code_examples: tax = 19
    parallel_group: A
    depends_on: []
    status: REJECTED
    attempt: 2
    started_at: "2026-01-01T00:05:00Z"
  - id: TASK-3
    description: Add both up.
    files_to_modify: [src/total.txt]
    test_files: []
    success_criteria: [The total is there]
    parallel_group: B
    depends_on: [TASK-1, TASK-2]
    status: PENDING
    attempt: 0
`

/** A ticket as the original system leaves it in the midst of its tasks; each file can be made another. */
export function halfTicket(change: Readonly<Record<string, string | null>> = {}): readonly {
  readonly path: string
  readonly text: string
}[] {
  const files: Readonly<Record<string, string | null>> = {
    'prompt.yaml': `jira: XY-7
type: feature
slug: price_tax_total
tool_mandates: []
original_request: "XY-7: Add price, tax and total, so that they can be read"
refined_prompt: "XY-7: Add price, tax and total, so that they can be read"
success_criteria: [Price, tax and total can be read]
created_at: "2026-01-01T00:00:00Z"
`,
    'progress.yaml': halfProgress('TASK_EXECUTION', 'O5'),
    'log.jsonl': `{"timestamp":"2026-01-01T00:00:00Z","level":"INFO","agent":"Orchestrator","event":"orchestrator.start","iteration":0,"task_id":null,"parallel_group":null,"message":"start"}\n`,
    'iteration_0/plan.md': '# Plan\n\nPrice, tax, total.\n',
    'iteration_0/tasks.yaml': halfTasks,
    ...change,
  }
  return Object.entries(files).flatMap(([path, text]) => (text === null ? [] : [{ path, text }]))
}

export function halfProgress(phase: string, step: string, more = ''): string {
  return `jira: XY-7
type: feature
slug: price_tax_total
branch: feature/XY-7_price_tax_total
build_command: ""
test_command: "! grep -rq BROKEN src"
max_parallel_tasks: 3
docs_cache_state_path: docs/docs_cache_state.yaml
git_gate_completed: true
cycle_acceleration_mode: standard
iteration_number: 0
current_phase: ${phase}
current_step: ${step}
current_task_id: TASK-2
status: PENDING
created_at: "2026-01-01T00:00:00Z"
${more}`
}

export const halfFinished: ProcessScript = {
  process: 'jira-loop',
  objective: 'XY-7: Add price, tax and total, so that they can be read',
  files: { 'src/price.txt': '100\n' },
  input: { verify, from: { process: 'jira-loop', path: 'prompts/XY-7/', files: [...halfTicket()] } },
  scenes: cast(
    [],
    [
      scene({ step: 'execute/TASK-2@r1/**' }, writes({ 'src/tax.txt': '19\n' })),
      scene({ step: 'execute/TASK-3@r1/**/implement**' }, writes({ 'src/total.txt': '119\n' })),
    ],
  ).scenes,
}
