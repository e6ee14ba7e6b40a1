import { openRunStore } from '../../../host/open-run-store.ts'
import { findRun, readRun } from '../../../host/run-store.ts'
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
  const { renderStatus } = await import('../render-status.ts')
  for (const line of renderStatus(stored, terminal)) terminal.out(line)
  return 0
}
