import type { Act, Scene } from '../../../src/adapters/agents/scripted/script.ts'
import type { Json } from '../../../src/kernel/json.ts'
import type { ProcessScript } from '../../harness/play-process.ts'
import { reply, scene } from '../../harness/script.ts'
import { halfFinishedSession, SESSION } from './half-finished.ts'
import { good, report, turnOf, worker } from './team-cast.ts'

const files = { 'greeting.txt': 'Hello!\n' }

function tool(name: string, input: Json): Act {
  return { act: 'tool', name, input }
}

function write(path: string, text: string): Act {
  return { act: 'write', path, text }
}

function document(name: string, text: string): Readonly<Record<string, Json>> {
  return { artifact: { name, text } }
}

const learning: Json = {
  action: 'add',
  kind: 'learning',
  text: 'A greeting is one line of plain text and ends with a newline.',
  evidence: ['greeting.txt'],
}

const scenes: readonly Scene[] = [
  worker(
    'RESEARCH-001',
    [
      tool('team_msg', {
        operation: 'log',
        type: 'progress',
        summary: 'Half of the files are read.',
        data: { task_id: 'RESEARCH-001', progress_pct: 50 },
      }),
      tool('exploration', {
        action: 'put',
        angle: 'greetings',
        summary: 'There is one greeting.',
        files: [{ path: 'greeting.txt', note: 'one line' }],
      }),
      tool('wisdom', learning),
    ],
    {
      ...document('research-findings', '# Findings\n\nA greeting is one line.'),
      key_findings: ['A greeting is one line.'],
    },
  ),
  scene(
    { step: turnOf('DESIGN-001'), prompt: 'Short and plain' },
    report('DESIGN-001', {
      ...document('design-spec', '# The farewell\n\nOne line, as the greeting has it.'),
      decisions: [{ decision: 'One line', rationale: 'The greeting has one.' }],
    }),
  ),
  scene(
    { step: turnOf('DESIGN-001') },
    reply({
      status: 'needs_input',
      findings: 'How shall the farewell sound?',
      clarification: {
        options: [
          { id: 'short', description: 'Short and plain', pros: 'As the greeting is.' },
          { id: 'long', description: 'Long and warm', cons: 'Unlike the greeting.' },
        ],
        recommended: 'short',
      },
    }),
  ),
  scene({ step: turnOf('IMPL-001', { attempt: '1' }) }, [
    write('farewell.txt', 'BROKEN\n'),
    ...report('IMPL-001', { files_modified: ['farewell.txt'], verification: 'tested' }),
  ]),
  worker(
    'IMPL-001',
    [
      write('farewell.txt', 'Goodbye!\n'),
      tool('wisdom', {
        action: 'add',
        kind: 'convention',
        text: 'Texts for people end with an exclamation mark.',
        evidence: ['farewell.txt'],
      }),
    ],
    {
      ...document('implementation-summary', '# What was built\n\nfarewell.txt says goodbye.'),
      files_modified: ['farewell.txt'],
      verification: 'tested',
    },
  ),
  scene(
    { step: turnOf('DRAFT-001', { attempt: '1' }) },
    report('DRAFT-001', {
      ...document('draft', '# Farewells'),
      quality: { completeness: 40, consistency: 60, accuracy: 60, depth: 40 },
    }),
  ),
  worker('DRAFT-001', [], {
    ...document('draft', '# Farewells\n\nfarewell.txt is shown when somebody leaves.'),
    quality: { completeness: 70, consistency: 80, accuracy: 80, depth: 60 },
    issues: [{ class: 'Warning', text: 'Nobody says yet when it is shown.' }],
    consensus: { level: 'MEDIUM', about: 'The design does not say where the farewell is shown.' },
  }),
  worker('TEST-001-R1', [write('test-farewell.sh', 'grep -q Goodbye farewell.txt\n')], {
    ...document('test-report', '# Results\n\n1 of 1 passed.'),
    files_modified: ['test-farewell.sh'],
    verification: 'tested',
  }),
  worker('TEST-001', [write('test-farewell.sh', 'test -e farewell.txt\n')], {
    ...document('test-report', '# Results\n\nOnly that it is there.'),
    files_modified: ['test-farewell.sh'],
    quality: good,
    consensus: { level: 'HIGH', about: 'That the file is there does not show what it says.' },
  }),
]

/** A team of five: a question, a failure, a text that was not good enough, a verdict that blocks. */
export const job: ProcessScript = {
  process: 'team-coordinate',
  objective:
    'Investigate how greetings are made in greeting.txt, design the farewell page, implement the farewell in farewell.txt, then document the farewell and write tests for the farewell. It must stay plain text.',
  files,
  scenes,
  answer: (name, { options }) => {
    if (name.endsWith('completion')) return { option: 'archive' }
    const plain = options.find(({ label }) => label.startsWith('Short and plain'))
    return plain === undefined ? null : { option: plain.id }
  },
}

/** A session that team-coordinate itself began: research is done, the farewell was being built. */
export const halfFinished: ProcessScript = {
  process: 'team-coordinate',
  objective: 'Investigate how greetings are made, implement a farewell page and test it',
  files,
  input: {
    from: {
      process: 'team-coordinate',
      path: `.workflow/.team/${SESSION}`,
      files: Object.entries(halfFinishedSession).map(([path, text]) => ({ path, text })),
    },
  },
  scenes: [
    worker(
      'IMPL-001',
      [
        write('farewell.txt', 'Goodbye!\n'),
        tool('wisdom', { ...(learning as object), text: 'Farewells are files, too.' }),
      ],
      {
        ...document('implementation-summary', '# What was built\n\nfarewell.txt says goodbye.'),
        files_modified: ['farewell.txt'],
      },
    ),
    worker('TEST-001', [write('test-farewell.sh', 'grep -q Goodbye farewell.txt\n')], {
      ...document('test-report', '# Results\n\n1 of 1 passed.'),
      files_modified: ['test-farewell.sh'],
      verification: 'tested',
    }),
  ],
}
