import { RunFailure } from '../kernel/failure.ts'
import type { Host } from './host.ts'
import { openGit } from './open-git.ts'

/** Refuses a run that could not deliver, before any agent is paid; what happens later is the delivery's to see. */
export async function refuseTakenBranch(host: Host, run: string, branch: string): Promise<void> {
  const { repository } = await openGit(host, run)
  const parts = branch.split('/')
  for (const end of parts.keys()) {
    const taken = parts.slice(0, end + 1).join('/')
    if ((await repository.resolve(`refs/heads/${taken}`)) === null) continue
    const why = taken === branch ? 'is there already' : `cannot be made beside the branch "${taken}"`
    const message = `The branch "${branch}" ${why}. Choose another with --branch, or another --name.`
    throw new RunFailure({ code: 'bad-input', message })
  }
}
