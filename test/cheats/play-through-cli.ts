import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { readJournalFile } from '../../src/adapters/journal/jsonl/read-journal-file.ts'
import { viewRun } from '../../src/protocol/view-run.ts'
import type { Place } from '../crash/place.ts'
import { journalFile } from '../crash/read-evidence.ts'
import { startCli } from '../harness/cli.ts'
import type { Job } from './job.ts'
import { runName } from './job.ts'
import { isDone } from './is-done.ts'
import type { PlayedJob } from './play-job.ts'
import { asProgram } from './play-job.ts'

/** Plays a job with the built command line, and resumes it once if it was killed. */
export async function playThroughCli(place: Place, job: Job, program: string): Promise<PlayedJob> {
  const { programs } = await asProgram(place, job, program)
  const folder = join(place.environment['HOME'] ?? '', '.config', 'tutti')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'tutti.yaml'), stringify({ agent: 'scripted', agents: programs }))
  const flags = ['--yes', '--no-wait']
  const cli = { cwd: place.repository, environment: place.environment }
  const { signal } = await startCli(['run', 'Do it', '--name', runName, ...flags], cli).ended
  if (signal !== null) await startCli(['resume', runName, ...flags], cli).ended
  const { events } = await readJournalFile(journalFile(place, runName), null)
  const { status, result, failure } = viewRun(events)
  const outcome =
    status === 'completed'
      ? ({ status, result } as const)
      : failure === null
        ? ({ status: 'paused' } as const)
        : ({ status: 'failed', failure } as const)
  return { outcome, done: isDone(outcome), events }
}
