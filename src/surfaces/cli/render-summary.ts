import { isolationWords } from '../../protocol/isolation-seen.ts'
import { playbookWords } from '../../protocol/playbook-words.ts'
import type { RunView } from '../../protocol/run-view.ts'
import { oneLine } from '../../kernel/plain-text.ts'
import { duration, plural } from '../../protocol/words.ts'
import { taskMark } from './render-progress.ts'
import { spendWords } from './spend-words.ts'
import type { Paint } from './terminal.ts'

/** What was done, proven and spent, as lines for a person. */
export function renderSummary(view: RunView, paint: Paint): readonly string[] {
  const tasks = [...view.doneBefore, ...view.tasks]
  const done = tasks.filter(({ state }) => state === 'done')
  const retried = done.filter(({ attempt }) => attempt > 1)
  const lines = [
    '',
    `${headline(view, paint)}  ${paint('dim', `${playbookWords(view.playbook)}${oneLine(view.objective, 68)}`)}`,
    ...tasks.map((task) => {
      const mark = taskMark(task.state, paint)
      const more = task.attempt > 1 ? paint('dim', ` (${task.attempt} attempts)`) : ''
      const why =
        task.state === 'done' || task.note === null ? '' : paint('dim', ` — ${oneLine(task.note, 120)}`)
      return `  ${mark} ${task.id.padEnd(6)} ${oneLine(task.title)}${more}${why}`
    }),
  ]
  const proof = view.verdicts.findLast(({ status }) => status === 'passed')
  if (tasks.length > 0) {
    lines.push(
      `  Done     ${done.length} of ${plural(tasks.length, 'task')}${retried.length === 0 ? '' : `, ${retried.length} after a diagnosed retry`}`,
    )
  }
  if (proof && done.length > 0) {
    const commit = view.delivery?.commit ?? proof.commit
    lines.push(
      `  Proven   ${oneLine(proof.message).replace(/\.$/, '')} on ${commit.slice(0, 10)}; ${plural(view.verdicts.length, 'verdict')} in all`,
    )
  }
  lines.push(`  Spent    ${spendWords(view)}, ${duration(view.activeMs)} of work`)
  if (view.models.length > 0) lines.push(`  Models   ${modelWords(view.models)}`)
  const isolation = isolationWords(view.isolation)
  if (isolation !== null) lines.push(`  Ran      ${isolation}`)
  if (view.findings.length > 0) lines.push(`  Found    ${findingWords(view.findings)}`)
  lines.push(...deliveryLines(view, paint))
  if (view.failure) lines.push(paint('red', `  Why      ${oneLine(view.failure.message, 600)}`))
  return lines
}

function deliveryLines({ delivery }: RunView, paint: Paint): readonly string[] {
  if (delivery === null) return []
  const { branch, commit, files } = delivery
  return [
    ...(branch === null ? [] : [`  Branch   ${paint('bold', branch)} at ${commit.slice(0, 10)}`]),
    ...files.map(({ as, path }) => `  ${as === 'patch' ? 'Patch   ' : 'Request '} ${path}`),
  ]
}

const found: Readonly<Record<string, string>> = {
  refused: 'sent back',
  'needs-approval': 'put before you',
  extended: 'allowed by policy',
}

/** Each agent with the model that it says it runs, and the roles it took. */
function modelWords(models: RunView['models']): string {
  const roles = new Map<string, Set<string>>()
  for (const { agent, model, role } of models) {
    const who = agent.includes(model) ? agent : `${agent} (${model})`
    roles.set(who, (roles.get(who) ?? new Set()).add(role))
  }
  return oneLine([...roles].map(([who, did]) => `${who} as ${[...did].join(', ')}`).join('; '), 300)
}

/** How many findings, and what was done about them. */
function findingWords(findings: RunView['findings']): string {
  const counts = new Map<string, number>()
  for (const { action } of findings) counts.set(action, (counts.get(action) ?? 0) + 1)
  const parts = [...counts].map(([action, count]) => `${count} ${found[action] ?? action}`)
  return `${plural(findings.length, 'finding')}: ${parts.join(', ')}`
}

function headline(view: RunView, paint: Paint): string {
  switch (view.status) {
    case 'completed':
      return paint('green', paint('bold', '✔ Done'))
    case 'failed':
      return paint('red', paint('bold', '✘ Failed'))
    case 'cancelled':
      return paint('yellow', 'Cancelled')
    case 'stopped':
      return paint('red', 'Stopped')
    case 'paused':
    case 'open':
      return paint('yellow', 'Not finished')
  }
}
