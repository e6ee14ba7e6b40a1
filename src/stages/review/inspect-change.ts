import type { Contract } from '../../contracts/contract.ts'
import type { InspectRequest, Inspection } from '../../contracts/inspection.ts'
import { parallel } from '../../kernel/parallel.ts'
import type { Run } from '../../kernel/playbook.ts'
import type { Plan, Task } from '../../plan/plan.ts'
import { askInspector } from './ask-inspector.ts'
import type { Objection } from '../facts.ts'
import { fact } from '../facts.ts'
import type { OwnersOf } from './find-owners.ts'
import type { Job } from '../job.ts'
import { closeWorkspace, openWorkspace } from '../open-workspace.ts'
import type { ReadChange } from './read-change.ts'
import { depthOf, subjectsOf } from './review-subjects.ts'
import type { WeighedIssue } from './weigh-issues.ts'
import { objectionsOf, verdictOf, weighIssues } from './weigh-issues.ts'

/** Somebody who judges work beyond one task. */
export type Inspector = Contract<InspectRequest, Inspection>

/** Work that several tasks have made, and what it is measured by. */
export interface Inspected {
  readonly scope: 'wave' | 'final'
  /** The wave, or the commit. */
  readonly of: string
  readonly commit: string
  readonly plan: Plan
  readonly tasks: readonly Task[]
  readonly change: ReadChange
  readonly ownersOf: OwnersOf
  readonly earlier: readonly string[]
}

/** What several held against a change: as it is weighed, and as people read it. */
export interface Judged {
  readonly issues: readonly WeighedIssue[]
  readonly objections: readonly Objection[]
  /** Whether anybody has given a verdict: one that abstains has not. */
  readonly isJudged: boolean
}

/** Has a change judged by several at once, each in a workspace of its own, and weighs what they say. */
export async function inspectChange(
  run: Run,
  job: Job,
  inspected: Inspected,
  inspectors: readonly Inspector[],
): Promise<Judged> {
  const request = requestOf(job, inspected)
  const weighed = await parallel(inspectors, inspectors.length, async (inspector) => {
    const { role } = inspector
    const scope = run.scope(role)
    const id = `${run.scopeName}-${role}`.replaceAll(/[^\w.-]+/g, '-')
    const workspace = await openWorkspace(scope, id, inspected.commit)
    const place = { workspace, commit: inspected.commit, task: null }
    const inspection = await askInspector(scope, job, inspector, request, place)
    await closeWorkspace(scope, workspace)
    const issues = weighIssues(role, inspection, inspected.change, request.subjects)
    const verdict = verdictOf(inspection, issues, job.policy.leastConfidence)
    const objections = objectionsOf(role, inspection, issues, verdict)
    const value = { scope: inspected.scope, of: inspected.of, by: role, verdict, objections }
    await scope.record('reviewed', fact({ kind: 'reviewed', value }))
    return { issues, objections, isJudged: verdict !== 'abstained' }
  })
  return {
    issues: weighed.flatMap(({ issues }) => issues),
    objections: weighed.flatMap(({ objections }) => objections),
    isJudged: weighed.some(({ isJudged }) => isJudged),
  }
}

function requestOf(job: Job, inspected: Inspected): InspectRequest {
  const { scope, plan, tasks, change, ownersOf, earlier } = inspected
  const ids = new Set(tasks.map(({ id }) => id))
  const contracts = plan.contracts.filter(({ from, to }) => ids.has(from) || ids.has(to))
  const paths = change.files.map(({ path }) => path)
  return {
    scope,
    objective: job.objective,
    depth: depthOf(tasks, paths),
    tasks,
    contracts,
    subjects: subjectsOf(job.criteria, tasks, contracts, plan.risks),
    files: change.files.map(({ path, kind }) => ({ path, kind, tasks: ownersOf(path) })),
    diff: change.diff,
    range: change.range,
    earlier,
  }
}
