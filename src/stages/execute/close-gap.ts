import { ownPacket } from '../../contracts/diagnosis-packet.ts'
import type { CapabilityGap } from '../../contracts/capability-gap.ts'
import type { Attempt, AttemptEnd, Carried } from './attempt.ts'
import { endedBy } from './ended-by.ts'
import { fact } from '../facts.ts'
import { executorsOf } from '../plan/plan-background-of.ts'

/** Finds somebody who can do what the task's role cannot: whom the agent names, or else whom a person does. */
export async function closeGap(attempt: Attempt, gap: CapabilityGap, carried: Carried): Promise<AttemptEnd> {
  const { job, task } = attempt
  if (job.crew !== undefined) {
    const end = await job.crew.closeGap(attempt, gap, carried.roles)
    if (end.kind === 'reassign') return giveTo(attempt, end.role, gap.missing, end.by, carried)
    return end.kind === 'again' ? tellAgain(gap.missing, end.words, carried) : end
  }
  const had = [...carried.roles, task.role]
  const free = executorsOf(job).filter((role) => !had.includes(role))
  const { missing, suggested } = gap
  if (suggested !== null && free.includes(suggested)) {
    return giveTo(attempt, suggested, missing, `the ${task.role}`, carried)
  }
  const answer = await attempt.run.question('gap', {
    kind: 'choice',
    text: `${task.id} (${task.title}) needs what the ${task.role} cannot do: ${missing}`,
    options: [
      ...free.map((role) => ({ id: `to-${role}`, label: `Give it to the ${role}` })),
      { id: 'replan', label: 'Have the plan made anew' },
      { id: 'give-up', label: 'Go on without it and without what depends on it' },
      { id: 'stop', label: 'End the run' },
    ],
    free: true,
    details: { missing, suggested },
  })
  if (answer.option === 'stop') throw endedBy(answer.by, task.id)
  const problem = `It needs what the ${task.role} cannot do: ${missing}`
  if (answer.option === 'give-up') return { kind: 'given-up', problem }
  if (answer.option === 'replan') return { kind: 'replan', reason: problem }
  const role = free.find((each) => answer.option === `to-${each}`)
  if (role !== undefined) return giveTo(attempt, role, missing, answer.by, carried)
  return tellAgain(problem, answer.text ?? 'Do the task with what you have.', carried)
}

function tellAgain(problem: string, words: string, carried: Carried): AttemptEnd {
  const told = ownPacket(problem, words, 'A person says what to do.')
  return { kind: 'again', carried: { ...carried, packet: { ...told, by: 'person' } } }
}

async function giveTo(
  { run, task }: Attempt,
  role: string,
  missing: string,
  by: string,
  carried: Carried,
): Promise<AttemptEnd> {
  const value = { task: task.id, from: task.role, to: role, missing, by }
  await run.record('reassigned', fact({ kind: 'reassigned', value }))
  const packet = ownPacket(
    `The ${task.role} could not do it: ${missing}`,
    'Do the task from what is there now.',
    `The ${role} does it.`,
  )
  return { kind: 'reassign', role, carried: { ...carried, packet, roles: [...carried.roles, task.role] } }
}
