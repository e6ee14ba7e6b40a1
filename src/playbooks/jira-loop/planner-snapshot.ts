import type { Source } from '../../contracts/source.ts'
import { progressText } from '../../records/jira-loop/progress-text.ts'
import { promptText, reviewText } from '../../records/jira-loop/ticket-files.ts'
import { isoTime, ticketFacts } from '../../records/jira-loop/told-ticket.ts'
import { storyOf } from '../../records/story.ts'
import type { TicketDesk } from './ticket-desk.ts'

/** How many lines of a document the planner is shown; all of them where nothing is said. */
const DOCUMENTS = [
  { path: 'docs/ARCHITECTURE.md', title: 'ARCHITECTURE.md summary', lines: 80 },
  { path: 'docs/CODE_STYLE.md', title: 'CODE_STYLE.md summary', lines: 40 },
  { path: 'docs/FINDINGS.md', title: 'FINDINGS.md', lines: Number.POSITIVE_INFINITY },
] as const

/** The context that saves the planner from reading it by itself: impact, documents, what it plans from, progress. */
export async function plannerSnapshot(desk: TicketDesk, iteration: number): Promise<readonly Source[]> {
  const { run, ticket, given, facts } = desk
  const primary = iteration === 0 ? 'prompt.yaml' : `iteration_${iteration - 1}/review_report.yaml`
  const texts = await run.step<{ primary: string; progress: string; documents: (string | null)[] }>(
    `context/i${iteration}`,
    {
      kind: 'journal',
      input: { iteration, base: facts.base },
      execute: async ({ world }) => {
        const story = storyOf((await world.journal.read()).events)
        const verdicts = ticketFacts(story, 'ticket-verdict')
        const verdict = verdicts.find(({ value }) => value.iteration === iteration - 1)
        const documents: (string | null)[] = []
        for (const { path } of DOCUMENTS) documents.push(await world.repository.readFile(facts.base, path))
        const report =
          verdict === undefined ? (given?.files.get(primary) ?? '') : reviewText(verdict.at, verdict.value)
        return {
          primary: iteration === 0 ? promptText(ticket, isoTime(story.startedAt)) : report,
          progress: progressText(story, ticket, given?.progress ?? null),
          documents,
        }
      },
    },
  )
  const trust = ticket.docs.isTrusted ? 'trusted' : 'check'
  return [
    {
      trust: 'trusted',
      title: 'startup.impact_scan',
      text: `affected_areas: ${ticket.areas.join(', ')}\nlikely_files: ${ticket.files.join(', ')}`,
    },
    ...DOCUMENTS.map(({ title, lines }, index): Source => {
      const text = texts.documents[index]?.split('\n').slice(0, lines).join('\n') ?? ''
      return { trust, title, text: text.trim() === '' ? 'not available' : text }
    }),
    {
      trust: iteration === 0 ? 'trusted' : 'check',
      title: `PRIMARY INPUT: prompts/${ticket.jira}/${primary}`,
      text: texts.primary,
    },
    { trust: 'trusted', title: 'progress.yaml', text: texts.progress },
  ]
}
