import { lineageAfter } from '../../plan/plan-lineage.ts'
import type { Plan, Task } from '../../plan/plan.ts'
import type { ProcessPolicy } from '../../policy/process-policy.ts'
import { planSchema } from '../../plan/plan-schema.ts'
import type { AgreedPlan } from './agreed-plan.ts'
import { mayMend } from '../execute/may-mend.ts'
import type { WeighedIssue } from '../review/weigh-issues.ts'

/** Work that follows from what was found: who does it, what, and where. */
export interface FollowUp {
  readonly letter: 'F' | 'S' | 'L'
  /** The task whose work it is about, where it is one task's. */
  readonly owner?: string
  readonly title: string
  readonly description: string
  readonly role: string
  readonly writeSet: readonly string[]
  readonly acceptance: readonly string[]
}

/**
 * The next revision of a plan, with tasks that nobody had planned. Contract: what the plan had stays as it is, with
 * its proof; the new tasks wait for nothing.
 */
export function fixPlan(
  before: AgreedPlan,
  followUps: readonly FollowUp[],
  wave: number | null,
): { readonly agreed: AgreedPlan; readonly added: readonly Task[] } {
  const { plan } = before
  const revision = before.revision + 1
  const used = new Set(plan.tasks.map(({ id }) => id.toLowerCase()))
  const written = followUps.map((followUp) => {
    const { letter, acceptance, owner: _, ...task } = followUp
    return {
      ...task,
      id: freeId(letter, used),
      acceptance: [...acceptance],
      writeSet: [...task.writeSet],
      wave,
      fixes: '',
    }
  })
  const added: readonly Task[] = planSchema.shape.tasks.parse(written)
  const tasks = [...plan.tasks, ...added]
  const lineage = lineageAfter(plan, { revision, reason: 'review', tasks })
  return { agreed: { ...before, plan: { ...plan, tasks, lineage }, revision }, added }
}

function freeId(letter: string, used: Set<string>): string {
  for (let number = 1; ; number += 1) {
    const id = `${letter}${number}`
    if (used.has(id.toLowerCase())) continue
    used.add(id.toLowerCase())
    return id
  }
}

/**
 * One task for each owner of what blocks: the last task that changed the file, done by whom the issue names; or by
 * the plan's last task that did and by nobody else, where the policy says so.
 */
export function repairsOf(
  issues: readonly WeighedIssue[],
  { tasks }: Plan,
  roles: readonly string[],
  ownersOf: (path: string) => readonly string[],
  subject: string,
  by: ProcessPolicy['review']['owner'] = 'named',
): readonly FollowUp[] {
  const isOwner = (id: string, path: string): boolean =>
    by === 'named' ? ownersOf(path).at(-1) === id : ownersOf(path).includes(id)
  const groups = new Map<string, { owner: Task | undefined; role: string; issues: WeighedIssue[] }>()
  for (const issue of issues) {
    const owner = tasks.findLast(({ id }) => isOwner(id, issue.file ?? ''))
    const wanted = by === 'named' && issue.owner !== null && roles.includes(issue.owner) ? issue.owner : null
    const named = wanted ?? owner?.role
    const isFit = named !== undefined && (by === 'last-task' || mayMend(named))
    const role = isFit ? named : 'implementer'
    const key = `${owner?.id ?? ''} ${role}`
    const group = groups.get(key) ?? { owner, role, issues: [] }
    groups.set(key, { ...group, issues: [...group.issues, issue] })
  }
  return [...groups.values()].map(({ owner, role, issues: own }) => {
    const files = [...new Set(own.flatMap(({ file }) => file ?? []))]
    return {
      letter: 'F',
      ...(owner === undefined ? {} : { owner: owner.id }),
      title: `fix: what the review of ${subject} found in ${files.join(', ')}`,
      description: own.map(issueWords).join('\n'),
      role,
      writeSet: owner?.writeSet.length === 0 ? [] : [...new Set([...(owner?.writeSet ?? []), ...files])],
      acceptance: own.map(({ text }) => text),
    }
  })
}

function issueWords({ file, line, text, evidence, about }: WeighedIssue): string {
  const where = `${file ?? ''}${line === null ? '' : `:${line}`}`
  return `- ${where}: ${text}${about === null ? '' : ` (about ${about})`} Seen: ${evidence}`
}
