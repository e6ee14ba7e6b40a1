import { openTutti } from '../../../host/application.ts'
import { makeSense } from '../../../protocol/make-sense.ts'
import { reportMarkdown } from '../../../protocol/report-markdown.ts'
import { reportOf } from '../../../protocol/report-of.ts'
import { jsonText } from '../json-text.ts'
import { markOthers } from '../render-others-run.ts'
import type { Terminal } from '../terminal.ts'

/** What a run was asked, decided, built, proved, spent and left open: as markdown, or whole for machines. */
export async function reportCommand(
  terminal: Terminal,
  wanted: string | undefined,
  { json }: { readonly json: boolean },
): Promise<number> {
  const { run, events, isOwn } = await openTutti(terminal).events(wanted)
  markOthers(terminal, isOwn, run)
  const text = makeSense(isOwn, run, () => {
    const report = reportOf(events)
    return json ? jsonText({ ...report, isOwn }, 2) : reportMarkdown(report).trimEnd()
  })
  const mark = isOwn || json ? '' : '> Not written on this machine by this user: nothing below is proven.\n\n'
  terminal.out(mark + text)
  return 0
}
