import type { AgentTestReport } from '../../host/agents/test-agent.ts'
import type { CheckResult, CheckState } from '../../host/agents/trial/check.ts'
import { oneLine } from '../../kernel/plain-text.ts'
import { plural } from '../../protocol/words.ts'
import type { Colour, Paint } from './terminal.ts'
import { wrapWords } from './wrap-words.ts'

const MARKS: Readonly<Record<CheckState, readonly [string, Colour, string]>> = {
  passed: ['✓', 'green', 'passed'],
  failed: ['✗', 'red', 'failed'],
  'not-offered': ['-', 'dim', 'not offered'],
  'not-run': ['·', 'dim', 'not run'],
}

/** One check: its row, and below it what exactly was seen. */
export function renderCheck({ title, required, state, seen, ms }: CheckResult, paint: Paint): string {
  const [mark, told, words] = MARKS[state]
  const colour = state === 'failed' && !required ? 'yellow' : told
  const row = `${oneLine(title, 46).padEnd(47)}${required ? 'required' : 'optional'}  `
  const below = wrapWords(oneLine(seen), 74, '')
    .split('\n')
    .map((line) => paint('dim', `    ${line}`))
  return [
    `${paint(colour, mark)} ${row}${paint(colour, words.padEnd(12))}${seconds(ms).padStart(7)}`,
    ...below,
  ].join('\n')
}

/** What it all comes to, in a sentence or two. */
export function renderVerdict({ agent, results, isFit, ms }: AgentTestReport, paint: Paint): string {
  const count = (state: CheckState): number => results.filter((each) => each.state === state).length
  const counts = [
    `${count('passed')} passed`,
    ...(count('failed') === 0 ? [] : [`${count('failed')} failed`]),
    ...(count('not-offered') === 0 ? [] : [`${count('not-offered')} not offered`]),
    ...(count('not-run') === 0 ? [] : [`${count('not-run')} not run`]),
  ].join(', ')
  const missing = results.filter(({ state, required }) => required && state === 'failed')
  const limits = results.filter(({ state, required }) => !required && state === 'failed')
  const verdict = isFit
    ? paint('green', `${agent} can be used: every required check passed.`)
    : paint('red', `${agent} cannot be used as it is: ${missing.map(({ id }) => id).join(', ')} failed.`)
  const weak =
    limits.length === 0
      ? []
      : [`It has ${plural(limits.length, 'limit')}: ${limits.map(({ id }) => id).join(', ')}.`]
  return [verdict, ...weak, `${plural(results.length, 'check')} in ${seconds(ms)}: ${counts}.`].join('\n')
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
