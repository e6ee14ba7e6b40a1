/** A session as team-coordinate leaves it when it is interrupted: research is done, the rest is not. */
export const SESSION = 'TC-greeting-farewell-page-2025-12-31'

const folder = `.workflow/.team/${SESSION}`

function described(goal: string, upstream: string, role: string): string {
  return `PURPOSE: ${goal} | Success: It is there
TASK:
  - Look
  - Do it
  - Check
CONTEXT:
  - Session: ${folder}
  - Upstream artifacts: ${upstream}
  - Key files: greeting.txt
  - Shared state: team_msg(operation="get_state", session_id=${SESSION})
EXPECTED: <session>/artifacts/
CONSTRAINTS: Keep it small
---
InnerLoop: false
RoleSpec: ${folder}/role-specs/${role}.md`
}

function roleSpec(role: string, prefix: string): string {
  return `---
role: ${role}
prefix: ${prefix}
inner_loop: false
CLI tools: [explore]
message_types:
  success: ${prefix.toLowerCase()}_complete
  error: error
---

# ${role} — Phase 2-4

## Phase 2: Context

Load the state and the upstream artifacts.

## Phase 3: Work

What the ${role} of the old session was told.

## Phase 4: Check

Read back what was written.

## Error Handling

| Scenario | Resolution |
|----------|------------|
| Nothing there | Report |
`
}

const roles = [
  ['researcher', 'RESEARCH', 'orchestration'],
  ['developer', 'IMPL', 'code-gen (code)'],
  ['tester', 'TEST', 'validation'],
] as const

function item(
  id: string,
  role: string,
  deps: readonly string[],
  status: string,
  findings: string | null,
): object {
  const goal = {
    researcher: 'Find out how greetings are made',
    developer: 'Build the farewell',
    tester: 'Test the farewell',
  }[role]
  const upstream = deps.length === 0 ? '' : `${deps.join(', ')}.md`
  return {
    id,
    title: goal,
    description: described(goal ?? '', upstream, role),
    status,
    role,
    prefix: id.split('-')[0],
    deps,
    findings,
    error: null,
  }
}

function pretty(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

const message = (
  id: string,
  minute: number,
  from: string,
  to: string,
  type: string,
  summary: string,
  data: object | null = null,
): string =>
  `${JSON.stringify({ id, ts: `2025-12-31T08:${String(minute).padStart(2, '0')}:00.000Z`, from, to, type, summary, data })}\n`

export const halfFinishedSession: Readonly<Record<string, string>> = {
  'team-session.json': pretty({
    session_id: SESSION,
    task_description: 'Investigate how greetings are made, implement a farewell page and test it',
    status: 'active',
    team_name: 'greeting-farewell-page',
    roles: roles.map(([name, prefix, responsibility_type]) => ({
      name,
      prefix,
      responsibility_type,
      inner_loop: false,
      role_spec: `role-specs/${name}.md`,
    })),
    pipeline: { dependency_graph: {}, tasks_total: 3, tasks_completed: 1 },
    active_workers: [{ task_id: 'IMPL-001', role: 'developer' }],
    completed_tasks: ['RESEARCH-001'],
    completion_action: 'auto_archive',
    created_at: '2025-12-31T08:00:00.000Z',
  }),
  'task-analysis.json': pretty({
    task_description: 'Investigate how greetings are made, implement a farewell page and test it',
    capabilities: roles.map(([name, prefix, responsibility_type]) => ({
      name,
      prefix,
      responsibility_type,
      tasks: [{ id: `${prefix}-001`, goal: 'What the task is for', steps: [], key_files: ['greeting.txt'] }],
      artifacts: [],
    })),
    dependency_graph: { 'RESEARCH-001': [], 'IMPL-001': ['RESEARCH-001'], 'TEST-001': ['IMPL-001'] },
    roles: roles.map(([name, prefix, responsibility_type]) => ({
      name,
      prefix,
      responsibility_type,
      task_count: 1,
      inner_loop: false,
      role_spec_metadata: {
        additional_members: [],
        output_type: name === 'researcher' ? 'artifact' : 'mixed',
        message_types: { success: `${prefix.toLowerCase()}_complete`, error: 'error' },
      },
    })),
    complexity: {
      capability_count: 3,
      cross_domain_factor: true,
      parallel_tracks: 0,
      serial_depth: 3,
      total_score: 7,
      level: 'high',
    },
    needs_research: false,
    artifacts: [],
  }),
  'tasks.json': pretty([
    item('RESEARCH-001', 'researcher', [], 'completed', 'Greetings are files.'),
    item('IMPL-001', 'developer', ['RESEARCH-001'], 'in_progress', null),
    item('TEST-001', 'tester', ['IMPL-001'], 'pending', null),
  ]),
  'role-specs/researcher.md': roleSpec('researcher', 'RESEARCH'),
  'role-specs/developer.md': roleSpec('developer', 'IMPL'),
  'role-specs/tester.md': roleSpec('tester', 'TEST'),
  'artifacts/RESEARCH-001-research-findings.md': '# Findings\n\nA greeting is a text file of one line.\n',
  'wisdom/learnings.md': '# Learnings\n\n- Greetings end with a newline.\n',
  'wisdom/decisions.md': '# Decisions\n',
  'wisdom/issues.md': '# Issues\n',
  'explorations/cache-index.json': pretty({
    entries: [
      {
        angle: 'greetings',
        file: 'explore-greetings.json',
        created_by: 'RESEARCH-001',
        timestamp: '2025-12-31T08:05:00Z',
      },
    ],
  }),
  'explorations/explore-greetings.json': pretty({ angle: 'greetings', findings: ['greeting.txt'] }),
  '.msg/messages.jsonl': [
    message('MSG-001', 1, 'coordinator', 'all', 'state_update', 'Session initialized', {
      pipeline_mode: 'high',
    }),
    message('MSG-002', 2, 'coordinator', 'researcher', 'task_unblocked', 'RESEARCH-001'),
    message('MSG-003', 9, 'researcher', 'coordinator', 'state_update', 'Done', { task_id: 'RESEARCH-001' }),
  ].join(''),
  '.msg/meta.json': pretty({
    status: 'active',
    pipeline_mode: 'high',
    pipeline_stages: roles.map(([name]) => name),
    roles: ['coordinator', ...roles.map(([name]) => name)],
    team_name: 'greeting-farewell-page',
    role_state: { researcher: { task_id: 'RESEARCH-001', key_findings: ['A greeting is a file.'] } },
  }),
}
