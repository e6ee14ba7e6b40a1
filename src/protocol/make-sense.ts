import { RunFailure } from '../kernel/failure.ts'

/** What is made of somebody else's journal, whose events may hold anything, or one sentence. */
export function makeSense<T>(isOwn: boolean, run: string, make: () => T): T {
  try {
    return make()
  } catch (cause) {
    if (isOwn) throw cause
    const message = `The journal of ${run} was not written on this machine by this user, and makes no sense; start a new run.`
    throw new RunFailure({ code: 'journal-corrupt', message, file: run, line: 0 }, { cause })
  }
}
