import { openTutti } from '../../../host/application.ts'
import { authorAt } from '../author.ts'
import { jsonText } from '../json-text.ts'
import type { Terminal } from '../terminal.ts'

/** Has the process that plays a run set it aside: what is in flight is given up, and a resume goes on. */
export async function pauseCommand(
  terminal: Terminal,
  wanted: string | undefined,
  { json }: { readonly json: boolean },
): Promise<number> {
  const { run } = await openTutti(terminal).tell(wanted, { type: 'pause' }, authorAt(terminal))
  terminal.out(
    json
      ? jsonText({ run, status: 'paused' })
      : `${run} is paused. Go on with it: ${terminal.self} resume ${run}`,
  )
  return 0
}
