import { RunFailure } from '../../kernel/failure.ts'
import type { Run } from '../../kernel/playbook.ts'
import { ticketFact } from '../../records/jira-loop/ticket-facts.ts'
import type { HeardFact } from '../../stages/heard-run.ts'
import { log } from './ticket-desk.ts'
import type { Whereabouts } from './whereabouts.ts'

const DEFERRED = 'ERROR: Planner deferred research — violates NO RESEARCH DEFERRAL rule. STOPPING.'

/** Logs what happens inside the stages. A planner that goes on putting off research ends the run. */
export function listen(run: Run, attempts: number, at: Whereabouts): (fact: HeardFact) => Promise<void> {
  return async ({ kind, name, value }) => {
    const { iteration, group } = at
    if (kind === 'notice' && /^plan\/r\d+\/unfit$/.test(name)) {
      const { text } = value as { text: string }
      if (/; find it out now and write down what it is\./.test(text))
        throw await deferred(run, iteration, name)
      at.split.add(iteration)
      const message = `The planner's tasks cannot be used, the splitter makes them: ${text}`
      await log(run, name, 'tasks.yaml.invalid', message, { level: 'ERROR', iteration })
    }
    if (kind === 'finding') {
      const { task, message } = value as { task: string | null; message: string }
      const event = 'role.violation'
      await log(run, name, event, `ROLE VIOLATION: ${message}`, { level: 'ERROR', iteration, task, group })
    }
    if (kind !== 'failure') return
    const { task, attempt, problem } = value as { task: string; attempt: number; problem: string }
    const made = attempt + (at.earlier.get(task) ?? 0)
    if (made % attempts !== 0) return
    const message = `${task} failed ${made} times; the run is paused. Last: ${problem}`
    await log(run, name, 'task.max_attempts', message, { level: 'ERROR', iteration, task, group })
    await run.record(`paused/${name}`, ticketFact('ticket-paused', { task }))
  }
}

async function deferred(run: Run, iteration: number, name: string): Promise<RunFailure> {
  await log(run, name, 'planner.deferred', DEFERRED, { level: 'ERROR', iteration })
  return new RunFailure({ code: 'rejected', message: DEFERRED })
}
