import type { RunEvent } from '../../src/kernel/event.ts'
import { overlap } from '../../src/plan/write-set.ts'
import type { StageFact } from '../../src/stages/facts.ts'
import type { FloorTask } from './play-execute.ts'

/** Every way in which a journal, with all its resumptions, shows that tasks were at work when they must not be. */
export function findFloorBreaches(
  tasks: readonly FloorTask[],
  parallel: number,
  events: readonly RunEvent[],
): readonly string[] {
  const byId = new Map(tasks.map((task): [string, FloorTask] => [task.id, task]))
  const atWork = new Set<string>()
  const over = new Map<string, string>()
  const finished = new Set<string>()
  const breaches: string[] = []
  for (const event of events) {
    if (event.type === 'step-started' && finished.has(event.step))
      breaches.push(`${event.step} was done again`)
    if (event.type === 'step-completed') finished.add(event.step)
    if (event.type !== 'fact-recorded') continue
    breaches.push(...baseBreaches(byId, event))
    if (event.kind === 'extended') breaches.push(...growthBreaches(byId, event, atWork))
    if (event.kind !== 'task') continue
    const { task, state } = event.value as unknown as Extract<StageFact, { kind: 'task' }>['value']
    if (state === 'done' || state === 'given-up' || state === 'blocked') {
      atWork.delete(task)
      over.set(task, state)
    } else if (!atWork.has(task)) {
      breaches.push(...startBreaches(byId, task, atWork, over))
      atWork.add(task)
      if (atWork.size > parallel) breaches.push(`${atWork.size} at work at once`)
    }
  }
  return [...breaches, ...tasks.filter(({ id }) => !over.has(id)).map(({ id }) => `${id} never ended`)]
}

/** A write-set that grows may not meet that of another task at work; from then on it is that large. */
function growthBreaches(
  byId: Map<string, FloorTask>,
  { value }: Extract<RunEvent, { type: 'fact-recorded' }>,
  atWork: ReadonlySet<string>,
): readonly string[] {
  const { task: id, paths } = value as unknown as Extract<StageFact, { kind: 'extended' }>['value']
  const task = byId.get(id) ?? { id }
  byId.set(id, { ...task, writeSet: [...(task.writeSet ?? []), ...paths] })
  const others = [...atWork].filter((other) => other !== id)
  return others
    .filter((other) => overlap(paths, byId.get(other)?.writeSet ?? []))
    .map((other) => `${id} grew into ${other}`)
}

function startBreaches(
  byId: ReadonlyMap<string, FloorTask>,
  id: string,
  atWork: ReadonlySet<string>,
  over: ReadonlyMap<string, string>,
): readonly string[] {
  const { dependencies = [], writeSet = [] } = byId.get(id) ?? {}
  const clashes = [...atWork].filter((other) => overlap(writeSet, byId.get(other)?.writeSet ?? []))
  const early = dependencies.filter((each) => over.get(each) !== 'done')
  return [
    ...(over.has(id) ? [`${id} was begun again`] : []),
    ...clashes.map((other) => `${id} began while ${other} was at work`),
    ...early.map((each) => `${id} began before ${each} was done`),
  ]
}

/** A task must be built on the proven work of everything it depends on, also after a resumption. */
function baseBreaches(
  byId: ReadonlyMap<string, FloorTask>,
  { name, value }: Extract<RunEvent, { type: 'fact-recorded' }>,
): readonly string[] {
  const [, id = ''] = /^execute\/(.+)@r1\/attempt-1\/base$/.exec(name) ?? []
  const missing = (byId.get(id)?.dependencies ?? []).filter(
    (each) => !JSON.stringify(value).includes(`${each}@r1`),
  )
  return missing.map((each) => `${id} was built without ${each}`)
}
