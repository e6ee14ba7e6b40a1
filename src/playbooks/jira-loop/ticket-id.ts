import { RunFailure } from '../../kernel/failure.ts'
import { objectiveOfTicket, readGivenTicket } from '../../records/jira-loop/given-ticket.ts'
import { ticketIds } from '../../stages/intake/ticket-ids.ts'
import type { StandardInput } from '../standard-input.ts'
import { parseStandardInput } from '../standard-input.ts'
import type { Json } from '../../kernel/json.ts'

const JIRA = /^[A-Z][A-Z0-9]*-\d+$/

/** The id of the ticket that a request names first; `null` when it names none. */
export function ticketIdIn(request: string): string | null {
  return ticketIds(request).find((id) => JIRA.test(id)) ?? null
}

/** Throws `bad-input` when there is no ticket, before anything has begun; files that are given say it themselves. */
export function parseTicketInput(json: Json): StandardInput {
  const input = parseStandardInput(json)
  if (input.from !== null) {
    objectiveOfTicket(readGivenTicket(input.from))
    return input
  }
  if (ticketIdIn(input.objective) !== null) return input
  const message =
    'ERROR: No JIRA id was found in the request. Name the ticket, such as ABC-123, and start again. STOPPING.'
  throw new RunFailure({ code: 'bad-input', message })
}
