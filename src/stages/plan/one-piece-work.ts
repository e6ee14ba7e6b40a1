import { planSchema } from '../../plan/plan-schema.ts'
import type { Plan } from '../../plan/plan.ts'
import type { Brief, WorkType } from '../intake/brief.ts'
import { withTests } from './test-places.ts'

const LONGEST_TITLE = 72
const CONVENTIONAL = /^(?:feat|fix|docs|chore|test|refactor|perf|build|ci|style)(?:\([^)]*\))?!?: /

/** The plan of one task that the program makes itself where nobody needs to plan. */
export function onePieceWork(
  brief: Pick<Brief, 'objective' | 'workType' | 'criteria' | 'likelyFiles'>,
  criteria: readonly string[] = [],
): Plan {
  const { objective, workType, likelyFiles } = brief
  const task = {
    id: 'T1',
    title: titleOf(objective, workType, likelyFiles),
    description: objective,
    writeSet: withTests(likelyFiles),
    acceptance: brief.criteria,
    covers: criteria,
    estimates: { effort: 'small' },
  }
  return planSchema.parse({ objective, tasks: [task] })
}

/** The first line of the objective as a conventional commit has it. */
function titleOf(objective: string, workType: WorkType | null, likelyFiles: readonly string[]): string {
  const [line = ''] = objective.trim().split(/\n|(?<=[.!?])\s/)
  const bare = line.trim().replace(/[.!]+$/, '')
  if (CONVENTIONAL.test(bare)) return cut(bare)
  const [first = '', ...rest] = bare
  const second = rest[0] ?? ''
  const isWord = second === second.toLowerCase()
  return cut(`${kindOf(workType, likelyFiles)}: ${isWord ? first.toLowerCase() : first}${rest.join('')}`)
}

function kindOf(workType: WorkType | null, likelyFiles: readonly string[]): string {
  if (likelyFiles.length > 0 && likelyFiles.every((path) => /\.(?:md|mdx|rst|adoc|txt)$/i.test(path)))
    return 'docs'
  return workType === null || workType === 'feature' ? 'feat' : workType
}

function cut(title: string): string {
  if (title.length <= LONGEST_TITLE) return title
  const head = title.slice(0, LONGEST_TITLE)
  const space = head.lastIndexOf(' ')
  return (space > LONGEST_TITLE / 2 ? head.slice(0, space) : head).replace(/[\s,;:–-]+$/, '')
}
