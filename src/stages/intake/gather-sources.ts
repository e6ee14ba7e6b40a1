import { PRD_FILE, formatPrd } from '../../config/prd-file.ts'
import type { Source } from '../../contracts/source.ts'
import type { Run } from '../../kernel/playbook.ts'
import type { Repository } from '../../kernel/ports/repository.ts'
import type { Prd } from '../../plan/prd.ts'
import { AGENTS_FILE } from '../specify/agents-file.ts'
import { PLANNING_DOCS } from './docs-trust.ts'
import type { RepositoryFacts } from './intake.ts'
import type { Job } from '../job.ts'
import type { ReadDocs } from './read-docs-trust.ts'
import { readDocsTrust } from './read-docs-trust.ts'
import { wisdomFiles } from '../learn/wisdom.ts'

const LONGEST = 40_000

/** How many lines of what was learnt of each kind. */
const MOST_LEARNT = 60

/** How many lines of a document a request carries at most. */
const LINES: Readonly<Record<(typeof PLANNING_DOCS)[number], number>> = {
  'docs/ARCHITECTURE.md': 80,
  'docs/CODE_STYLE.md': 40,
  'docs/FINDINGS.md': 1000,
}

/** What every role is given beside its request, most trusted first; documents that nobody checked are to be checked. */
export async function gatherSources(
  run: Run,
  job: Pick<Job, 'clarifications'>,
  { base }: Pick<RepositoryFacts, 'base'>,
  prd: Prd | null,
): Promise<readonly Source[]> {
  const ofFiles = await run.step<readonly Source[]>('sources', {
    kind: 'sources',
    input: { base },
    execute: async ({ world }) => {
      const agreed: Source[] = []
      for (const path of [PRD_FILE, AGENTS_FILE]) {
        const text = (await world.repository.readFile(base, path)) ?? ''
        if (text.trim() !== '') agreed.push(trusted(path, text.slice(0, LONGEST)))
      }
      const documents = documentsOf(await readDocsTrust(world, base))
      return [...agreed, ...documents, ...(await learntBefore(world.repository, base))]
    },
  })
  const rest = prd === null ? ofFiles : ofFiles.filter(({ title }) => title !== PRD_FILE)
  return [...agreedOn(job), ...(prd === null ? [] : [trusted(PRD_FILE, formatPrd(prd))]), ...rest]
}

function documentsOf({ texts, trust: { trusted: known } }: ReadDocs): readonly Source[] {
  return PLANNING_DOCS.flatMap((path) => {
    const text = texts.get(path)
    if (text === undefined) return []
    const part = text.split('\n').slice(0, LINES[path]).join('\n').slice(0, LONGEST)
    return [{ trust: known.includes(path) ? 'trusted' : 'check', title: path, text: part } as const]
  })
}

/** What earlier runs have learnt, newest last: agents said most of it, so it is to be checked. */
async function learntBefore(repository: Repository, base: string): Promise<readonly Source[]> {
  const sources: Source[] = []
  for (const title of Object.values(wisdomFiles)) {
    const lines = ((await repository.readFile(base, title)) ?? '').trim().split('\n')
    const text = lines.slice(-MOST_LEARNT).join('\n').slice(-LONGEST)
    if (text !== '') sources.push({ trust: 'check', title, text })
  }
  return sources
}

function agreedOn({ clarifications }: Pick<Job, 'clarifications'>): readonly Source[] {
  if (clarifications.length === 0) return []
  const text = clarifications.map(({ question, answer }) => `- ${question}\n  ${answer}`).join('\n')
  return [trusted('What was agreed with the person who asked for this', text)]
}

function trusted(title: string, text: string): Source {
  return { trust: 'trusted', title, text }
}
