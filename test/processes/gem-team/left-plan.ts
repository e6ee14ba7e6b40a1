/** A plan as gem-team leaves it: one task done, one half-way with a diagnosis, one not begun, the rest blocked. */
export const leftPlan = `plan_id: short-links
objective: Short links can be made, kept and looked up
created_at: "2026-04-09T06:26:21Z"
created_by: gem-planner
status: in_progress
research_confidence: high

plan_metrics:
  wave_1_task_count: 2
  total_dependencies: 3
  risk_score: low

tldr: |
  Links in a map, a command on top.
open_questions:
  - How long is a link kept?

implementation_specification:
  code_structure: A module for each part
  affected_areas:
    - src/
  component_details:
    - component: links
      responsibility: Keeps links
      interfaces:
        - links

contracts:
  - from_task: T1
    to_task: T3
    interface: links
    format: Map<string, string>

tasks:
  - id: T1
    title: "feat: links are kept"
    description: |
      Keep links.
    wave: 1
    agent: gem-implementer
    prototype: false
    priority: high
    status: completed
    flags:
      flaky: true
      retries_used: 1
    dependencies: []
    conflicts_with: []
    context_files: []
    estimated_effort: small
    acceptance_criteria:
      - A link can be looked up
    tech_stack:
      - typescript
  - id: T2
    title: "feat: names are checked"
    description: Check names.
    wave: 1
    agent: gem-implementer
    priority: medium
    status: needs_revision
    flags:
      flaky: false
      retries_used: 2
    dependencies: []
    diagnosis:
      root_cause: The expression was left out.
      fix_recommendations: Write it out.
      injected_at: "2026-04-09T07:00:00Z"
    tech_stack:
      - typescript
    test_coverage: "80%"
  - id: T3
    title: "refactor: a link is made from the command line"
    description: The command.
    wave: 1
    agent: gem-implementer
    status: pending
    dependencies: [T1, T2]
  - id: T5
    title: "chore: links in production"
    description: Deploy it.
    wave: 3
    agent: gem-devops
    status: blocked
    environment: production
    requires_approval: true
    dependencies: [T3]
  - id: T6
    title: "test: links in a browser"
    description: Look at it.
    wave: 4
    agent: gem-browser-tester
    status: pending
    dependencies: [T5]
planning_pass: 2
planning_history:
  - pass: 1
    reason: Initial plan
    timestamp: "2026-04-09T06:26:21Z"
  - pass: 2
    reason: The critic wanted names to be checked
    timestamp: "2026-04-09T06:40:00Z"
`
