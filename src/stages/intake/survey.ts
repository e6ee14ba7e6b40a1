import type { Run } from '../../kernel/playbook.ts'
import type { Repository } from '../../kernel/ports/repository.ts'
import type { Brief } from './brief.ts'
import type { TierRules } from './brief-of.ts'
import { briefOf } from './brief-of.ts'
import type { DocsTrust } from './docs-trust.ts'
import { symbolsIn } from './impact-scan.ts'
import { isSource, languagesOf } from './languages-of.ts'
import type { GivenPlan } from './phase-of.ts'
import { readDocsTrust } from './read-docs-trust.ts'

const MOST_FILES = 20_000
const MOST_TOLD = 2000
/** Each is a read of its own; a repository with more is only looked at by its paths. */
const MOST_READS = 150

/** What the request and the repository say by themselves. */
export type Survey = {
  readonly brief: Brief
  readonly languages: readonly string[]
  readonly fileCount: number
  /** Paths, as many as an agent is told. */
  readonly files: readonly string[]
  readonly docs: DocsTrust
}

/** Looks at request and repository, without an agent, as one recorded step: later rules do not change an old run. */
export function survey(run: Run, { objective, base, rules, given }: SurveyRequest): Promise<Survey> {
  const { tier, tierFiles } = rules
  const plan = given === null ? null : { path: given.path, isLeft: given.isLeft }
  return run.step<Survey>('survey', {
    kind: 'survey',
    input: { objective, base, tier, tierFiles, plan },
    execute: async ({ world }) => {
      const paths = (await world.repository.listFiles(base)).slice(0, MOST_FILES)
      const mentions = await findMentions(world.repository, base, objective, paths)
      const { trust } = await readDocsTrust(world, base)
      return {
        brief: briefOf(objective, paths, mentions, rules, given),
        languages: languagesOf(paths),
        fileCount: paths.length,
        files: paths.slice(0, MOST_TOLD),
        docs: trust,
      }
    },
  })
}

export interface SurveyRequest {
  readonly objective: string
  readonly base: string
  readonly rules: TierRules
  readonly given: GivenPlan | null
}

/** Sources that have a name of the request in them. */
async function findMentions(
  repository: Repository,
  base: string,
  objective: string,
  paths: readonly string[],
): Promise<readonly string[]> {
  const names = symbolsIn(objective)
  const sources = paths.filter(isSource)
  if (names.length === 0 || sources.length > MOST_READS) return []
  const named = new RegExp(
    String.raw`(?<![\p{L}\p{N}_$])(?:${names.map(escape).join('|')})(?![\p{L}\p{N}_$])`,
    'u',
  )
  const found: string[] = []
  for (const path of sources) {
    const text = await repository.readFile(base, path)
    if (text !== null && named.test(text)) found.push(path)
  }
  return found
}

function escape(name: string): string {
  return name.replaceAll(/[$]/g, String.raw`\$&`)
}
