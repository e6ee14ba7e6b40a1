import type { Run } from '../../kernel/playbook.ts'
import type { Job } from '../job.ts'
import type { FailureFact, Setback } from '../facts.ts'

/**
 * The job as it goes on after these waves, where the policy slows only the waves that follow: each one in which agents
 * failed at several tasks in a way that passes has halved how many may be at work at once.
 */
export function slowedAfter(run: Run, job: Job, waves: readonly (readonly string[])[]): Job {
  const { policy } = job
  if (policy.process.waves.slowed === 'at-once') return job
  const troubled = troubledTasks(run)
  const rough = waves.filter((ids) => ids.filter((id) => troubled.has(id)).length >= policy.setbacks)
  const parallel = rough.reduce((width) => Math.ceil(width / 2), policy.parallel)
  return { ...job, policy: { ...policy, parallel, setbacks: Number.MAX_SAFE_INTEGER } }
}

/** Tasks at which an agent failed, or said that it failed, in a way that passes. */
function troubledTasks(run: Run): ReadonlySet<string> {
  const found = [...run.recorded()].flatMap(([name, value]) => {
    const parts = name.slice(run.scopeName.length + 1).split('/')
    const [, task] = /^(.*)@r\d+/.exec(parts[0] ?? '') ?? []
    const last = parts.at(-1) ?? ''
    const isSetback = last === 'failed' && (value as { readonly setback?: Setback }).setback !== undefined
    const isFailure = last.startsWith('failure-') && PASSING.has((value as unknown as FailureFact).class)
    return task !== undefined && (isSetback || isFailure) ? [task] : []
  })
  return new Set(found)
}

const PASSING: ReadonlySet<string> = new Set(['transient', 'timeout', 'hung'])
