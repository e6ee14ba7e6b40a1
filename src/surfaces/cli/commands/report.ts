import { openRunStore } from '../../../host/open-run-store.ts'
import { findRun, readEvents } from '../../../host/run-store.ts'
import { reportMarkdown } from '../../../protocol/report-markdown.ts'
import { reportOf } from '../../../protocol/report-of.ts'
import type { Terminal } from '../terminal.ts'

/** What a run was asked, decided, built, proved, spent and left open: as markdown, or whole for machines. */
export async function reportCommand(
  terminal: Terminal,
  wanted: string | undefined,
  { json }: { readonly json: boolean },
): Promise<number> {
  const locations = await openRunStore(terminal.cwd, terminal.environment)
  const report = reportOf(await readEvents(locations, await findRun(locations, wanted)))
  terminal.out(json ? JSON.stringify(report, null, 2) : reportMarkdown(report).trimEnd())
  return 0
}
