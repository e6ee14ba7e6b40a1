import { openRunStore } from '../../../host/open-run-store.ts'
import { orderTeam } from '../../../host/order-team.ts'
import { findRun } from '../../../host/run-store.ts'
import { authorAt } from '../author.ts'
import { jsonText } from '../json-text.ts'
import type { Terminal } from '../terminal.ts'

export interface TeamOrderFlags {
  readonly run?: string
  readonly json: boolean
}

/** `tutti revise`, `tutti feedback` and `tutti improve`: what a person wants a team to do differently. */
export async function orderTeamCommand(
  terminal: Terminal,
  what: 'revise' | 'feedback' | 'improve',
  words: readonly string[],
  { run: wanted, json }: TeamOrderFlags,
): Promise<number> {
  const locations = await openRunStore(terminal.cwd, terminal.environment)
  const run = await findRun(locations, wanted)
  const said = [what, ...words].join(' ')
  const ordered = await orderTeam(locations, run, said, authorAt(terminal))
  const { order, words: heard, told, question, playbook } = ordered
  if (json) {
    terminal.out(jsonText({ run, order, question, told }))
    return 0
  }
  terminal.out(playbook === 'team-coordinate' ? `[coordinator] ${heard}` : heard)
  if (told === 'into-the-journal')
    terminal.out(`Nobody is playing ${run}. Go on with it: ${terminal.self} resume ${run}`)
  return 0
}
