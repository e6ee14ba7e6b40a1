import type { Run } from '../../kernel/playbook.ts'
import type { DeliveredFile } from '../facts.ts'
import type { PullRequest } from './deliver-pull-request.ts'

/** Writes the commits after `from` as one patch beside the run's journal. */
export function deliverPatch(run: Run, from: string, commit: string): Promise<DeliveredFile> {
  return run.step<DeliveredFile>('patch', {
    kind: 'files',
    input: { from, commit },
    execute: async ({ world }) => {
      const patch = await world.repository.patch(from, commit)
      const path =
        patch === null
          ? await world.files.keep('delivery-patch.md', tooLarge(from, commit))
          : await world.files.keep('delivery.patch', patch)
      return { as: 'patch', path }
    },
  })
}

/** Writes the text of a pull request beside the run's journal; nothing is pushed. */
export function deliverPullRequest(run: Run, { title, body }: PullRequest): Promise<DeliveredFile> {
  return run.step<DeliveredFile>('pull-request', {
    kind: 'files',
    input: { title, body },
    execute: async ({ world }) => {
      const path = await world.files.keep('pull-request.md', `# ${title}\n\n${body}`)
      return { as: 'pull-request', path }
    },
  })
}

/** A patch of which a part is missing would be worse than none. */
function tooLarge(from: string, commit: string): string {
  return `# The patch is too large

It was not written, since nothing of it may be missing. This makes it, in the repository: \`git format-patch --stdout --binary ${from}..${commit} > delivery.patch\`
`
}
