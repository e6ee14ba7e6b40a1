import type { LocatedFinding } from '../../config/misshapen.ts'
import { misshapen } from '../../config/misshapen.ts'
import { readDocument } from '../../config/read-document.ts'
import type { YamlValue } from '../../config/read-yaml.ts'
import { lintPlan } from '../../plan/lint-plan.ts'
import type { Plan } from '../../plan/plan.ts'
import { wavesOf } from '../../plan/plan-graph.ts'
import type { Mended } from './mend-history.ts'
import { mendHistory } from './mend-history.ts'
import { placeInFile } from './plan-keys.ts'
import type { GemPlan, GemTask } from './plan-schema.ts'
import { gemPlan } from './plan-schema.ts'
import { readTask } from './read-task.ts'

export interface ReadPlan {
  /** The file as it stands; `null` when it has not the shape of a plan. */
  readonly written: GemPlan | null
  /** The whole plan, with what is done. */
  readonly plan: Plan | null
  /** In the order of the text. */
  readonly findings: readonly LocatedFinding[]
}

/**
 * Reads a plan of gem-team, whoever wrote it. Throws `bad-input` only for a text that is no YAML. Fields of a task
 * that stand under `planning_history`, where its own format guide puts them, are put back where they can be. Without
 * `executors` nobody asks who its tasks are for; of tasks that are over nobody does anyway.
 */
export function readPlan(text: string, file: string, executors: readonly string[] | null): ReadPlan {
  const document = readDocument(text, file)
  const mended = mendHistory(document.value)
  const strays = mended.strays.map((stray) => strayAt(document, stray))
  const parsed = gemPlan.safeParse(mended.value)
  if (!parsed.success || strays.length > 0) {
    const issues = parsed.success ? [] : parsed.error.issues
    const wrong = issues
      .flatMap((issue) => misshapen(issue, mended.value))
      .map(({ on, ...finding }) => ({ ...finding, ...document.placeOf(finding.path.map(String), on) }))
    return { written: null, plan: null, findings: inOrder([...strays, ...wrong]) }
  }
  const plan = planOf(parsed.data)
  const over = parsed.data.tasks.filter(isOver).map(({ id }) => id)
  const elders = plan.tasks
    .filter(({ id }) => executors === null || over.includes(id))
    .map(({ role }) => role)
  const findings = lintPlan(plan, { executors: [...(executors ?? []), ...elders] }).map((finding) => ({
    ...finding,
    ...document.placeOf(placeInFile(finding.path), 'value'),
  }))
  return { written: parsed.data, plan, findings: inOrder(findings) }
}

/** Whether nothing is left to do, or nothing can be done without a person. */
export function isOver({ status }: Pick<GemTask, 'status'>): boolean {
  return status === 'completed' || status === 'blocked' || status === 'failed'
}

function planOf(written: GemPlan): Plan {
  return {
    objective: written.objective,
    tasks: withWaves(written.tasks.map(readTask)),
    contracts: written.contracts.map((each) => ({
      from: each.from_task,
      to: each.to_task,
      interface: each.interface,
      format: each.format,
    })),
    preMortem:
      written.pre_mortem === null || written.pre_mortem === undefined
        ? null
        : {
            overallRisk: written.pre_mortem.overall_risk_level,
            failureModes: written.pre_mortem.critical_failure_modes,
            assumptions: written.pre_mortem.assumptions,
          },
    openQuestions: written.open_questions.map((each) =>
      typeof each === 'string'
        ? { question: each, options: [], recommendation: null }
        : { ...each, recommendation: each.recommendation ?? null },
    ),
    lineage: written.planning_history
      .filter(({ pass }) => pass > 1)
      .map(({ pass, reason, changed }) => ({ revision: pass, reason, changed })),
    confidence: written.confidence ?? null,
    risks: written.risks,
  }
}

/** Planners that counted from the earliest dependency put tasks before what they wait for: those go after it. */
export function withWaves(tasks: Plan['tasks']): Plan['tasks'] {
  const byId = new Map(tasks.map((task) => [task.id, task]))
  const waves = new Map<string, number>()
  for (const id of wavesOf(tasks).flat()) {
    const { wave = null, dependencies = [] } = byId.get(id) ?? {}
    const latest = Math.max(0, ...dependencies.map((each) => waves.get(each) ?? 0))
    waves.set(id, wave !== null && wave >= latest ? wave : latest + 1)
  }
  return tasks.map((task) => ({ ...task, wave: waves.get(task.id) ?? task.wave }))
}

function strayAt(document: YamlValue, { path, message }: Mended['strays'][number]): LocatedFinding {
  const place = document.placeOf(path.map(String), 'key')
  return { rule: 'shape', severity: 'error', tasks: [], path, message, ...place }
}

function inOrder(findings: readonly LocatedFinding[]): readonly LocatedFinding[] {
  return findings.toSorted((a, b) => a.line - b.line || a.column - b.column)
}
