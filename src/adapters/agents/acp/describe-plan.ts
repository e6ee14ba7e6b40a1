import { asList, asRecord, asText } from '../../../kernel/untrusted-json.ts'

/** An agent's plan in one line for people, such as `1 of 3 done, now: write the tests`; empty when there is none. */
export function describePlan(entries: unknown): string {
  const steps = asList(entries).map(asRecord)
  if (steps.length === 0) return ''
  const done = steps.filter(({ status }) => status === 'completed').length
  const present =
    steps.find(({ status }) => status === 'in_progress') ?? steps.find(({ status }) => status !== 'completed')
  const what = (asText(present?.['content']) ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, 200)
  return `${done} of ${steps.length} done${what === '' ? '' : `, now: ${what}`}`
}
