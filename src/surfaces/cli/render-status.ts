import type { StoredRun } from '../../host/run-store.ts'
import { hasEnded } from '../../protocol/has-ended.ts'
import { isolationWords } from '../../protocol/isolation-seen.ts'
import { playbookWords } from '../../protocol/playbook-words.ts'
import { rowOf } from '../../protocol/run-row.ts'
import { statusBlock } from '../../protocol/status-block.ts'
import { fitLine } from './fit-line.ts'
import { howToAnswer } from './how-to-answer.ts'
import { renderProgress } from './render-progress.ts'
import { renderQuestion } from './render-question.ts'
import { renderStatusBlock } from './render-status-block.ts'
import { renderSummary } from './render-summary.ts'
import { stateWords } from './state-words.ts'
import type { Terminal } from './terminal.ts'
import { wrapWords } from './wrap-words.ts'

/** Where a run stands and what can be done about it, as lines for a person. */
export function renderStatus(
  { view, holder }: Pick<StoredRun, 'view' | 'holder'>,
  { paint, stdout, self }: Terminal,
): readonly string[] {
  const open = view.questions.filter(({ answer }) => answer === null)
  const head = `${paint('bold', view.run)}  ${playbookWords(view.playbook)}${stateWords(rowOf(view), holder)}`
  if (hasEnded(view)) return [head, ...renderSummary(view, paint)]
  const now = holder === null ? view.updatedAt : Date.now()
  const isolation = isolationWords(view.isolation)
  const block = statusBlock(view, Date.now())
  return [
    head,
    ...(block === null ? [] : renderStatusBlock(block)),
    ...renderProgress(view, now, paint).map((line) => fitLine(line, stdout.columns || Infinity).text),
    ...(isolation === null ? [] : [`  Isolation: ${isolation}`]),
    ...open.flatMap((question) => [
      ...renderQuestion(question.ask, paint).map((line) =>
        wrapWords(line, stdout.columns || Infinity, '    '),
      ),
      `  Answer with: ${howToAnswer(view, question, self)}`,
    ]),
    ...(holder === null ? [`Go on with it: ${self} resume ${view.run}`] : []),
  ]
}
