import { RunFailure } from '../../kernel/failure.ts'

/** For whenever a person answers that the run is to end at a task. */
export function endedBy(person: string, task: string): RunFailure {
  return new RunFailure({ code: 'rejected', message: `Ended by ${person} at ${task}.` })
}
