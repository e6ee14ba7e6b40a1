import { RunFailure } from '../../kernel/failure.ts'
import type { GivenTicket } from '../../records/jira-loop/given-ticket.ts'
import { JIRA, objectiveOfTicket, readGivenTicket } from '../../records/jira-loop/given-ticket.ts'
import { ticketIds } from '../../stages/intake/ticket-ids.ts'
import type { StandardInput } from '../standard-input.ts'
import { parseStandardInput } from '../standard-input.ts'
import type { Json } from '../../kernel/json.ts'

/** The id of the ticket that a request names first; `null` when it names none. */
export function ticketIdIn(request: string): string | null {
  return ticketIds(request).find((id) => JIRA.test(id)) ?? null
}

/** Throws `bad-input` when there is no ticket, before anything has begun; files that are given say it themselves. */
export function parseTicketInput(json: Json): StandardInput {
  const input = parseStandardInput(json)
  if (input.from !== null) {
    refuseOther(input.objective, readGivenTicket(input.from))
    return input
  }
  if (ticketIdIn(input.objective) !== null) return input
  const message =
    'ERROR: No JIRA id was found in the request. Name the ticket, such as ABC-123, and start again. STOPPING.'
  throw new RunFailure({ code: 'bad-input', message })
}

/** Words beside the files of one ticket say what is to be different of it, and never ask for another one. */
function refuseOther(words: string, given: GivenTicket): void {
  const { jira } = given
  const others = ticketIds(words).filter((id) => JIRA.test(id))
  if (words === objectiveOfTicket(given) || others.length === 0 || others.includes(jira)) return
  const message = `The words ask for ${others[0]}, and the files are those of ${jira}. Leave the words out to go on with ${jira}, or start ${others[0]} without --from.`
  throw new RunFailure({ code: 'bad-input', message })
}
