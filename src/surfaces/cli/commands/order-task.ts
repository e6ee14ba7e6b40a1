import { openTutti } from '../../../host/application.ts'
import { authorAt } from '../author.ts'
import { jsonText } from '../json-text.ts'
import type { Terminal } from '../terminal.ts'

/** `tutti skip` and `tutti retry`: a person's word about one task, whether or not a process plays the run. */
export async function orderTaskCommand(
  terminal: Terminal,
  what: 'skip' | 'retry',
  task: string,
  wanted: string | undefined,
  { json }: { readonly json: boolean },
): Promise<number> {
  const tutti = openTutti(terminal)
  const { run, told, question, waitsFor } = await tutti.tell(wanted, { type: what, task }, authorAt(terminal))
  if (json) {
    terminal.out(jsonText({ run, task, order: what, question, waitsFor, told }))
    return 0
  }
  terminal.out(`${task}: ${what}`)
  if (waitsFor !== null) {
    terminal.out(
      `${task} has asked something that needs an answer first: ${terminal.self} answer ${run} --question ${waitsFor} …`,
    )
  }
  if (told === 'into-the-journal')
    terminal.out(`Nobody is playing ${run}. Go on with it: ${terminal.self} resume ${run}`)
  return 0
}
