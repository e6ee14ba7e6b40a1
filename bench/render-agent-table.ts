import type { AgentTestReport } from '../src/host/agents/test-agent.ts'
import type { CheckState } from '../src/host/agents/trial/check.ts'
import { renderCheck, renderVerdict } from '../src/surfaces/cli/render-agent-test.ts'

/** What `tutti agents test NAME --scripted` reported, of which versions, and when. */
export interface TriedAgent extends AgentTestReport {
  readonly versions: readonly string[]
  readonly date: string
}

const MARKS: Readonly<Record<CheckState, string>> = {
  passed: '✓',
  failed: '✗',
  'not-offered': '–',
  'not-run': '·',
}

/** A table of all agents with every check, and under it the output of each. */
export function renderAgentTable(agents: readonly TriedAgent[]): string {
  const checks = agents[0]?.results ?? []
  const head = ['check', ...agents.map(({ agent }) => agent)]
  const rows = checks.map(({ id, required }) => [
    required ? `**${id}**` : id,
    ...agents.map(({ results }) => {
      const found = results.find((each) => each.id === id)
      return found === undefined ? '' : MARKS[found.state]
    }),
  ])
  const table = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  const key = '✓ passed, ✗ failed, – not offered, · not run; **bold**: required.'
  const dates = [...new Set(agents.map(({ date }) => date))].join(', ')
  return [
    `Tried on ${dates}, each with \`tutti agents test NAME --scripted\`. ${key}`,
    table.join('\n'),
    ...agents.map(renderOutput),
  ].join('\n\n')
}

function renderOutput(tried: TriedAgent): string {
  const plain = (_colour: string, text: string): string => text
  const lines = [...tried.results.map((each) => renderCheck(each, plain)), '', renderVerdict(tried, plain)]
  return [
    `### ${tried.agent}: ${tried.versions.join(', ')}`,
    ['```text', `$ tutti agents test ${tried.agent} --scripted`, ...lines, '```'].join('\n'),
  ].join('\n\n')
}
