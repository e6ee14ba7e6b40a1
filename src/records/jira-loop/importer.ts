import type { Importer } from '../importer.ts'
import { objectiveOfTicket, readGivenTicket, ticketFolder } from './given-ticket.ts'

/** `prompts/ABC-1/`, or its `progress.yaml`. */
export const jiraLoopImporter: Importer = {
  recognises: (given) => {
    const folder = ticketFolder(given)
    const text = given.files.find(({ path }) => path === `${folder ?? ''}progress.yaml`)?.text ?? ''
    return /^jira:/m.test(text) && /^(?:current_phase|iteration_number):/m.test(text)
  },
  objectiveOf: (given) => objectiveOfTicket(readGivenTicket(given)),
  programsIn: (given) => {
    const { build_command: build, test_command: test } = readGivenTicket(given).progress
    return build === '' && test === '' ? [] : [`${ticketFolder(given) ?? ''}progress.yaml`]
  },
}
