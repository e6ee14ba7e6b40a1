import { RunFailure } from '../../kernel/failure.ts'
import type { ProcessFile } from '../../stages/specify/process-file.ts'
import type { Book } from '../book.ts'
import { progressFile, promptFile, reviewReportFile } from './files-schema.ts'
import type { GivenTicket } from './given-ticket.ts'
import { createdAt, progressText } from './progress-text.ts'
import { readFile } from '../read-file.ts'
import { readTasks } from './tasks-to-plan.ts'
import { logText, planMarkdown, promptText, reviewText, tasksText } from './ticket-files.ts'
import { verdictsOf } from './ticket-metrics.ts'
import { isoTime, ticketFacts } from './told-ticket.ts'

const TOLD = new Set([
  'ticket',
  'ticket-step',
  'ticket-groups',
  'ticket-group',
  'ticket-verdict',
  'ticket-paused',
])

/** States of a task that people wait for; the others are told with the next of these. */
const STATES = new Set(['working', 'proving', 'done', 'given-up', 'replanning'])

export const IGNORED = ['prompts/', 'docs/docs_cache_state.yaml'] as const

/** The folder of a ticket: everything that this process writes about it. */
export function ticketBook(jira: string, given: GivenTicket | null): Book {
  const folder = `prompts/${jira}`
  return {
    isTold: ({ kind, value }) => {
      const { state = '', level = '' } = value as { state?: string; level?: string }
      return (
        TOLD.has(kind) ||
        (kind === 'task' && STATES.has(state)) ||
        (kind === 'ticket-log' && level === 'ERROR')
      )
    },
    render: (story) => {
      const ticket = ticketFacts(story, 'ticket')[0]?.value
      const before = given?.progress ?? null
      const log = { path: `${folder}/log.jsonl`, text: `${givenLog(given)}${logText(story)}` }
      if (ticket === undefined) return []
      const iterations = new Set(ticketFacts(story, 'ticket-groups').map(({ value }) => value.iteration))
      const created = given?.prompt?.created_at ?? isoTime(createdAt(story, before))
      const own: readonly ProcessFile[] = [
        ...(ticket.ignore === null ? [] : [{ path: '.gitignore', text: ticket.ignore }]),
        { path: `${folder}/prompt.yaml`, text: promptText(ticket, created) },
        { path: `${folder}/progress.yaml`, text: progressText(story, ticket, before) },
        log,
        ...[...iterations].flatMap((iteration) => {
          const at = `${folder}/iteration_${iteration}`
          const verdict = verdictsOf(story).find(({ value }) => value.iteration === iteration)
          return [
            ...file(`${at}/plan.md`, planMarkdown(story, iteration)),
            ...file(`${at}/tasks.yaml`, tasksText(story, ticket, iteration)),
            ...file(
              `${at}/review_report.yaml`,
              verdict === undefined ? null : reviewText(verdict.at, verdict.value),
            ),
          ]
        }),
      ]
      const written = new Set(own.map(({ path }) => path))
      return [...own, ...earlier(folder, given).filter(({ path }) => !written.has(path))]
    },
    problemWith: (path, text) => problemWith(path.replace(`${folder}/`, ''), text),
  }
}

function file(path: string, text: string | null): readonly ProcessFile[] {
  return text === null ? [] : [{ path, text }]
}

function givenLog(given: GivenTicket | null): string {
  const text = given?.files.get('log.jsonl') ?? ''
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}

/** What was written of iterations before stays as it was. */
function earlier(folder: string, given: GivenTicket | null): readonly ProcessFile[] {
  return [...(given?.files ?? [])].flatMap(([path, text]) =>
    /^iteration_\d+\/(?:plan\.md|tasks\.yaml|review_report\.yaml)$/.test(path) && isBefore(path, given)
      ? [{ path: `${folder}/${path}`, text }]
      : [],
  )
}

function isBefore(path: string, given: GivenTicket | null): boolean {
  return Number(/^iteration_(\d+)/.exec(path)?.[1]) < (given?.iteration ?? 0)
}

function problemWith(path: string, text: string): string | null {
  try {
    const name = path.slice(path.lastIndexOf('/') + 1)
    if (name === 'tasks.yaml') readTasks(path, text, '')
    if (name === 'progress.yaml') readFile(progressFile, path, text)
    if (name === 'prompt.yaml') readFile(promptFile, path, text)
    if (name === 'review_report.yaml') readFile(reviewReportFile, path, text)
    return null
  } catch (thrown) {
    if (thrown instanceof RunFailure && thrown.code === 'bad-input') return thrown.message
    throw thrown
  }
}
