import { RunFailure } from '../../kernel/failure.ts'
import type { Run } from '../../kernel/playbook.ts'
import type { Brief } from './brief.ts'
import type { RepositoryFacts } from './intake.ts'
import type { Job } from '../job.ts'
import { isDocument } from './tier-of.ts'

/**
 * Asks before work begins on files that have changes nobody committed: the run would not see them. Changes of
 * documents only are no reason to ask, and a process that interprets nothing asks nothing here.
 */
export async function dirtyGate(
  run: Run,
  { policy }: Pick<Job, 'policy'>,
  { likelyFiles }: Pick<Brief, 'likelyFiles'>,
  { dirty }: Pick<RepositoryFacts, 'dirty'>,
): Promise<void> {
  const touched = dirty.filter((path) => !isDocument(path) && likelyFiles.some((file) => covers(path, file)))
  if (!policy.process.interpret || touched.length === 0) return
  const names = `${touched.slice(0, 5).join(', ')}${touched.length > 5 ? ', …' : ''}`
  const answer = await run.question('uncommitted', {
    kind: 'approval',
    text: `The work likely touches files with changes that are not committed: ${names}. The run works from the last commit and does not see them, so its result may conflict with them.`,
    options: [
      { id: 'approve', label: 'Go on without these changes' },
      { id: 'reject', label: 'Stop, so that I can commit them' },
    ],
    free: false,
    details: { uncommitted: touched },
  })
  if (answer.option === 'approve') return
  const message = `Stopped by ${answer.by}: commit the changes of ${names}, then run it again.`
  throw new RunFailure({ code: 'rejected', message })
}

/** A folder that git has never seen is told by its own name. */
function covers(dirty: string, file: string): boolean {
  return dirty === file || (dirty.endsWith('/') && file.startsWith(dirty))
}
