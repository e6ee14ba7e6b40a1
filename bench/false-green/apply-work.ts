import { createScriptedAgents } from '../../src/adapters/agents/scripted/scripted-agents.ts'
import { createSystemClock } from '../../src/adapters/clock/system-clock.ts'
import { scriptFor } from '../../test/cheats/job.ts'
import type { Job } from '../../test/cheats/job.ts'
import { git, setUpJob } from '../../test/cheats/set-up-job.ts'
import type { Place } from '../../test/crash/place.ts'

/**
 * Does a job without Tutti: every agent at its work in one checkout, one after the other, and all that git does not
 * ignore in one commit. What the hidden check says of it is what it says of work that nobody has checked.
 */
export async function applyWork(
  root: string,
  job: Job,
): Promise<{ readonly place: Place; readonly commit: string }> {
  const place = await setUpJob(root, job)
  const agents = createScriptedAgents({ script: scriptFor(job), clock: createSystemClock() })
  const last = job.tasks.at(-1)
  const turns = [
    ...job.tasks.map(({ id }) => ({ id, attempt: 1 })),
    ...(last?.again === undefined ? [] : [{ id: last.id, attempt: 2 }]),
  ]
  for (const { id, attempt } of turns) {
    const step = `execute/${id}@r1/attempt-${attempt}/implement/turn`
    await agents.turn(
      {
        run: 'plain',
        step,
        attempt: 1,
        agent: 'double',
        role: 'implementer',
        path: place.repository,
        access: 'write',
        prompt: '',
        session: null,
      },
      {
        signal: new AbortController().signal,
        onActivity: () => {},
        onUsage: () => {},
        onRefused: () => {},
        onSession: () => Promise.resolve(),
      },
    )
  }
  await git(place, 'add', '--all')
  await git(place, 'commit', '--quiet', '--allow-empty', '--message', 'Work')
  return { place, commit: await git(place, 'rev-parse', 'HEAD') }
}
