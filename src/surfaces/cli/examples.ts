/** Examples that `--help` shows for each command. */
export const examples = {
  program: block(
    'tutti demo',
    'tutti init',
    'tutti run "Add a --dry-run flag to the importer"',
    'tutti run --plan docs/plan/importer/plan.yaml',
    'tutti resume',
  ),
  demo: block('tutti demo', 'tutti demo --yes --folder ./try-tutti'),
  run: block(
    'tutti run "Add a --dry-run flag to the importer"',
    `tutti run "Fix the flaky retry test" --agent 'goose acp' --verify "npm test"`,
    'tutti run "Upgrade to the new parser" --yes --no-wait --json > run.ndjson',
    'tutti run "Upgrade to the new parser" --playbook ./ours.ts',
    'tutti run "Upgrade to the new parser" --playbook gem-team --in-place',
    'tutti run --from docs/plan/importer',
  ),
  resume: block('tutti resume', 'tutti resume add-a-dry-run-3f2a --no-wait'),
  status: block('tutti status', 'tutti status add-a-dry-run-3f2a --json'),
  list: block('tutti list', 'tutti list --json'),
  show: block('tutti show', 'tutti show --files', "tutti show add-a-dry-run-3f2a --events | jq -r '.type'"),
  report: block(
    'tutti report',
    'tutti report add-a-dry-run-3f2a > report.md',
    "tutti report --json | jq '.leftOpen'",
  ),
  plan: block('tutti plan lint plan.yaml', 'tutti plan show plan.yaml', 'tutti plan show add-a-dry-run-3f2a'),
  planLint: block('tutti plan lint plan.yaml', 'tutti plan lint - --json < plan.json'),
  planShow: block(
    'tutti plan show',
    'tutti plan show plan.yaml --workers 2',
    "tutti plan show add-a-dry-run-3f2a --json | jq '.metrics'",
  ),
  policy: block('tutti policy show', 'tutti policy check .tutti/careful.yaml'),
  policyShow: block('tutti policy show', 'tutti policy show plain > .tutti/ours.yaml'),
  policyCheck: block('tutti policy check .tutti/careful.yaml'),
  roles: block('tutti roles', 'tutti roles --json'),
  trust: block(
    'tutti trust --show',
    'tutti trust',
    'tutti trust --revoke',
    'tutti trust --show --run fix-1f2e',
  ),
  allow: block(
    'tutti allow host packages.example.com',
    'tutti allow write ~/.cache/my-tool',
    'tutti allow list',
    'tutti allow remove host packages.example.com',
  ),
  watch: block('tutti watch', 'tutti watch add-a-dry-run-3f2a --json'),
  answer: block(
    'tutti answer add-a-dry-run-3f2a raise',
    'tutti answer add-a-dry-run-3f2a "Leave T3 out" --question approve/r1/plan',
  ),
  approve: block('tutti approve', 'tutti approve add-a-dry-run-3f2a'),
  reject: block('tutti reject', 'tutti reject add-a-dry-run-3f2a'),
  pause: block('tutti pause', 'tutti pause add-a-dry-run-3f2a'),
  retry: block('tutti retry T3', 'tutti retry T3 add-a-dry-run-3f2a'),
  skip: block('tutti skip T3', 'tutti skip T3 add-a-dry-run-3f2a --json'),
  revise: block('tutti revise IMPL-001 Keep the old names', 'tutti revise IMPL-001 --run add-a-dry-run-3f2a'),
  feedback: block('tutti feedback The guide is too long for beginners'),
  improve: block('tutti improve', 'tutti improve depth --run add-a-dry-run-3f2a'),
  budget: block('tutti budget add turns 20', 'tutti budget add time 30m add-a-dry-run-3f2a'),
  cancel: block('tutti cancel', 'tutti cancel add-a-dry-run-3f2a'),
  clean: block('tutti clean --dry-run', 'tutti clean', 'tutti clean add-a-dry-run-3f2a --force'),
  simulate: block(
    'tutti simulate plan.yaml',
    'tutti simulate plan.yaml --workers 8 --order waves --svg timeline.svg',
  ),
  agents: block('tutti agents', 'tutti agents goose', 'tutti agents --json'),
  agentsTest: block(
    'tutti agents test goose --scripted',
    'tutti agents test codex --model gpt-5.5',
    `tutti agents test 'node my-agent.mjs --acp' --scripted --json`,
  ),
  model: block(
    'tutti model scenario.json --for codex',
    'tutti model scenario.json --for goose --port 4100 > env.sh',
    "tutti model scenario.json --json | jq -r '.url'",
  ),
  doctor: block('tutti doctor', 'tutti doctor --json'),
  init: block('tutti init', 'tutti init --playbook'),
} as const

function block(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}\n`
}
