import { ended } from '../../config/write-markdown.ts'
import type { ProcessFile } from '../../stages/specify/process-file.ts'
import type { Book } from '../book.ts'
import { problemIn } from '../problem-in.ts'
import { progressFile, promptFile, reviewReportFile } from './files-schema.ts'
import type { GivenTicket } from './given-ticket.ts'
import { iterationTasks } from './iteration-tasks.ts'
import { planText } from './plan-text.ts'
import { createdAt, progressText } from './progress-text.ts'
import { readFile } from '../read-file.ts'
import { readTasks } from './tasks-to-plan.ts'
import { logText, promptText, reviewText, tasksText } from './ticket-files.ts'
import { isoTime, ticketFacts } from './told-ticket.ts'

const TOLD = /^ticket(?:-step|-groups?|-verdict|-paused)?$/

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
        TOLD.test(kind) ||
        (kind === 'task' && STATES.has(state)) ||
        (kind === 'ticket-log' && level === 'ERROR')
      )
    },
    render: (story) => {
      const ticket = ticketFacts(story, 'ticket')[0]?.value
      const before = given?.progress ?? null
      const logBefore = given?.files.get('log.jsonl') ?? ''
      if (ticket === undefined) return []
      const iterations = new Set(ticketFacts(story, 'ticket-groups').map(({ value }) => value.iteration))
      const created = given?.prompt?.created_at ?? isoTime(createdAt(story, before))
      const own: readonly ProcessFile[] = [
        ...file('.gitignore', ticket.ignore),
        { path: `${folder}/prompt.yaml`, text: promptText(ticket, created) },
        { path: `${folder}/progress.yaml`, text: progressText(story, ticket, before) },
        { path: `${folder}/log.jsonl`, text: `${ended(logBefore)}${logText(story)}` },
        ...[...iterations].flatMap((iteration) => {
          const at = `${folder}/iteration_${iteration}`
          const told = iterationTasks(story, iteration)
          const verdicts = ticketFacts(story, 'ticket-verdict')
          const verdict = verdicts.find(({ value }) => value.iteration === iteration)
          return [
            ...file(`${at}/plan.md`, told && planText(ticket, iteration, told)),
            ...file(`${at}/tasks.yaml`, told && tasksText(story, ticket, iteration, told)),
            ...file(`${at}/review_report.yaml`, verdict && reviewText(verdict.at, verdict.value)),
          ]
        }),
      ]
      const written = new Set(own.map(({ path }) => path))
      return [...own, ...earlier(folder, given).filter(({ path }) => !written.has(path))]
    },
    problemWith: (path, text) => {
      const name = path.slice(path.lastIndexOf('/') + 1)
      return problemIn(() => READ[name]?.(path.replace(`${folder}/`, ''), text))
    },
  }
}

function file(path: string, text: string | null | undefined): readonly ProcessFile[] {
  return text ? [{ path, text }] : []
}

/** What was written of iterations before stays as it was. */
function earlier(folder: string, given: GivenTicket | null): readonly ProcessFile[] {
  return [...(given?.files ?? [])].flatMap(([path, text]) => {
    const [, number] = /^iteration_(\d+)\/(?:plan\.md|tasks\.yaml|review_report\.yaml)$/.exec(path) ?? []
    return Number(number) < (given?.iteration ?? 0) ? [{ path: `${folder}/${path}`, text }] : []
  })
}

const READ: Readonly<Record<string, (path: string, text: string) => unknown>> = {
  'tasks.yaml': (path, text) => readTasks(path, text, ''),
  'progress.yaml': (path, text) => readFile(progressFile, path, text),
  'prompt.yaml': (path, text) => readFile(promptFile, path, text),
  'review_report.yaml': (path, text) => readFile(reviewReportFile, path, text),
}
