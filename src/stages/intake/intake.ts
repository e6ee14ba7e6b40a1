import { findGates } from '../../gates/find-gates.ts'
import { findInstall } from '../../gates/find-install.ts'
import type { FoundGate } from '../../gates/found-gate.ts'
import { declaredGate, repositoryFiles } from '../../gates/found-gate.ts'
import type { Run } from '../../kernel/playbook.ts'

/** What the repository says about itself before anybody is asked; a recorded step, like every read. */
export type RepositoryFacts = {
  readonly base: string
  readonly baseTree: string
  readonly branch: string | null
  readonly dirty: readonly string[]
  readonly files: readonly string[]
  readonly install: string | null
  /** How it builds, checks and tests itself, in the order in which that is run. */
  readonly gates: readonly FoundGate[]
}

/** As journals have it: those of the first version hold one command. */
type RecordedFacts = Omit<RepositoryFacts, 'gates'> & {
  readonly gates?: readonly FoundGate[]
  readonly provingCommand?: string | null
}

/** No more are listed; a list as long as this may lack some. */
export const MOST_FILES = 2000

/** Work is held back for a file of the checkout only if it is among these. */
const MOST_DIRTY = 1000

/** Looks at the repository without an agent. */
export async function intake(run: Run): Promise<RepositoryFacts> {
  const recorded = await run.step<RecordedFacts>('repository', {
    kind: 'repository',
    input: null,
    execute: async ({ world: { repository } }) => {
      const { head, branch, dirty } = await repository.checkout()
      const files = await repository.listFiles(head)
      const known = repositoryFiles(files, (path) => repository.readFile(head, path))
      return {
        base: head,
        baseTree: await repository.treeOf(head),
        branch,
        dirty: dirty.slice(0, MOST_DIRTY),
        files: files.slice(0, MOST_FILES),
        install: await findInstall(known),
        gates: await findGates(known),
      }
    },
  })
  const { provingCommand = null, ...facts } = recorded
  const only = provingCommand === null ? [] : [declaredGate('test', provingCommand)]
  return { ...facts, gates: facts.gates ?? only }
}
