import type { StoredRun } from '../../../host/run-store.ts'
import { findRun, readRun } from '../../../host/run-store.ts'
import { hasEnded } from '../../../protocol/has-ended.ts'
import { openRunStore } from '../../../host/open-run-store.ts'
import { fitLine } from '../fit-line.ts'
import { howToAnswer } from '../how-to-answer.ts'
import { renderProgress } from '../render-progress.ts'
import { renderQuestion } from '../render-question.ts'
import { renderSummary } from '../render-summary.ts'
import type { Terminal } from '../terminal.ts'

/** Where a run stands, in a few lines or as the whole view for machines. */
export async function statusCommand(
  terminal: Terminal,
  wanted: string | undefined,
  { json }: { readonly json: boolean },
): Promise<number> {
  const locations = await openRunStore(terminal.cwd, terminal.environment)
  const stored = await readRun(locations, await findRun(locations, wanted))
  if (json) {
    terminal.out(JSON.stringify({ ...stored.view, holder: stored.holder }, null, 2))
    return 0
  }
  for (const line of describe(stored, terminal)) terminal.out(line)
  return 0
}

function describe({ view, holder }: StoredRun, { paint, stdout, self }: Terminal): readonly string[] {
  const open = view.questions.filter(({ answer }) => answer === null)
  const head = `${paint('bold', view.run)}  ${stateWords({ view, holder })}`
  if (hasEnded(view)) return [head, ...renderSummary(view, paint)]
  return [
    head,
    ...renderProgress(view, holder === null ? view.updatedAt : Date.now(), paint).map(
      (line) => fitLine(line, stdout.columns || Infinity).text,
    ),
    ...open.flatMap((question) => [
      ...renderQuestion(question.ask, paint),
      `  Answer with: ${howToAnswer(view.run, question, self)}`,
    ]),
    ...(holder === null ? [`Go on with it: ${self} resume ${view.run}`] : []),
  ]
}

/** The journal's status and who plays the run, in one word or two. */
export function stateWords({ view, holder }: StoredRun): string {
  if (hasEnded(view)) return view.status
  const waits = view.questions.some(({ answer }) => answer === null)
  if (holder !== null) return waits ? 'waiting for a person' : 'running'
  if (waits) return 'waiting for a person, not running'
  return view.status === 'open' ? 'interrupted' : view.status
}
