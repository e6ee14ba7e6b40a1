import { findInstall } from '../gates/preparation.ts'
import type { Run } from '../kernel/playbook.ts'
import { findProvingCommand } from './find-proving-command.ts'

/** What the repository says about itself before anybody is asked; a recorded step, like every read. */
export type RepositoryFacts = {
  readonly base: string
  readonly baseTree: string
  readonly branch: string | null
  readonly dirty: readonly string[]
  readonly files: readonly string[]
  readonly install: string | null
  readonly provingCommand: string | null
}

const MOST_FILES = 2000

/** Looks at the repository without an agent. */
export function intake(run: Run): Promise<RepositoryFacts> {
  return run.step<RepositoryFacts>('repository', {
    kind: 'repository',
    input: null,
    execute: async ({ world: { repository } }) => {
      const { head, branch, dirty } = await repository.checkout()
      const files = await repository.listFiles(head)
      const read = (path: string): Promise<string | null> => repository.readFile(head, path)
      return {
        base: head,
        baseTree: await repository.treeOf(head),
        branch,
        dirty: dirty.slice(0, 20),
        files: files.slice(0, MOST_FILES),
        install: findInstall(files),
        provingCommand: await findProvingCommand(files, read),
      }
    },
  })
}
