import { stringify } from 'yaml'
import { standardPolicy } from '../policy/run-policy.ts'
import { formatDuration } from './duration.ts'
import { schemaAt } from './setting-keys.ts'
import { DEFAULT_SETTINGS } from './default-settings.ts'

/** What a look at the repository and the machine has found; `null` and empty leave an example in its place. */
export interface FoundSettings {
  readonly agent: { readonly name: string; readonly command: string } | null
  readonly verify: readonly string[]
  readonly prepare: string | null
  /** Where editors find the schema. */
  readonly schema: string | null
}

/** A first tutti.yaml: what was found, and every other group as an example. Contract: it parses, examples included. */
export function settingsTemplate(found: FoundSettings): string {
  const { limits, policy, deliver } = DEFAULT_SETTINGS
  const agent = found.agent ?? { name: 'goose', command: 'goose acp' }
  const verify = found.verify.length > 0 ? found.verify : ['npm test']
  const sections = [
    section('agent', found.agent !== null, [`agent: ${scalar(agent.name)}`]),
    section('model', false, ['model: gpt-5.5']),
    section('fallback', false, ['fallback: [codex, goose]']),
    section('agents', found.agent !== null, [
      'agents:',
      `  ${scalar(agent.name)}:`,
      `    command: ${scalar(agent.command)}`,
    ]),
    section('roles', false, ['roles:', '  planner:', `    agent: ${scalar(agent.name)}`]),
    section('routes', false, ['routes:', '  - effort: large', `    agent: ${scalar(agent.name)}`]),
    section('verify', found.verify.length > 0, [
      'verify:',
      ...verify.map((command) => `  - ${scalar(command)}`),
    ]),
    section('prepare', found.prepare !== null, [`prepare: ${scalar(found.prepare ?? 'npm ci')}`]),
    section('copy', false, ['copy:', '  - .env.test']),
    section('env', false, ['env:', '  pass: [DATABASE_URL]', '  set:', '    CI: "1"']),
    section('fresh-home', false, ['fresh-home: true']),
    section('isolation', false, ['isolation: sandbox']),
    section('sandbox', false, [
      'sandbox:',
      '  writable: [~/.cache/my-tool]',
      '  hosts: [packages.example.com, "localhost:11434"]',
    ]),
    section('limits', false, [
      'limits:',
      `  turns: ${limits.run.turns}`,
      '  tokens: 5000000',
      '  usd: 20',
      `  time: ${formatDuration(limits.run.wallMs)}`,
      `  parallel: ${limits.parallel}`,
      `  gates: ${limits.gates}`,
      `  attempts: ${limits.attempts}`,
      `  turn-time: ${formatDuration(limits.turnMs)}`,
      `  stall-time: ${formatDuration(limits.stallMs)}`,
      '  task:',
      '    turns: 12',
    ]),
    section('policy', false, [
      'policy:',
      `  base: ${policy.base} # the rest of it: tutti policy show`,
      `  tier: ${standardPolicy.process.tier}`,
      '  approvals:',
      '    wave: ask',
      '  protect:',
      '    paths: [migrations/]',
      '  failures:',
      `    task: ${standardPolicy.failures.fixable.task}`,
      '  agents:',
      `    ${scalar(agent.name)}: 2`,
    ]),
    section('deliver', false, ['deliver:', `  branch: ${scalar(deliver.branch)}`]),
    section('state', false, ['state:', '  worktrees: ~/tutti-worktrees']),
  ]
  const schema = found.schema === null ? [] : [`# yaml-language-server: $schema=${found.schema}`]
  const head = [
    ...schema,
    '## Settings of Tutti. A line that begins with one # is an example: take the # and its space away.',
  ]
  return [head.join('\n'), ...sections].join('\n\n') + '\n'
}

function section(key: string, found: boolean, lines: readonly string[]): string {
  const words = schemaAt([key])?.description ?? ''
  return [`## ${words}`, ...lines.map((line) => (found ? line : `# ${line}`))].join('\n')
}

/** On one line, whatever it holds. */
function scalar(text: string): string {
  const oneLine = { lineWidth: 0, blockQuote: false, doubleQuotedMinMultiLineLength: text.length * 12 + 1 }
  return stringify(text, oneLine).trimEnd()
}
