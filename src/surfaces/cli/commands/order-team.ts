import { openTutti } from '../../../host/application.ts'
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
  const said = [what, ...words].join(' ')
  const tutti = openTutti(terminal)
  const { run, told, question, team } = await tutti.tell(wanted, { type: 'team', said }, authorAt(terminal))
  if (json) {
    terminal.out(jsonText({ run, order: team?.order, question, told }))
    return 0
  }
  const heard = team?.words ?? ''
  terminal.out(team?.playbook === 'team-coordinate' ? `[coordinator] ${heard}` : heard)
  if (told === 'into-the-journal')
    terminal.out(`Nobody is playing ${run}. Go on with it: ${terminal.self} resume ${run}`)
  return 0
}
