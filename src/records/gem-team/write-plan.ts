import { stringify } from 'yaml'
import type { Json } from '../../kernel/json.ts'
import { planMetrics } from '../../plan/plan-metrics.ts'
import type { Plan, Task } from '../../plan/plan.ts'
import type { PlanStatus } from './plan-schema.ts'
import { withWaves } from './read-plan.ts'
import type { Standing } from './write-task.ts'
import { writeTask } from './write-task.ts'

/** A plan with what stands around it in gem-team's file. */
export interface PlanSheet {
  readonly planId: string
  readonly plan: Plan
  readonly createdAt: string
  readonly createdBy: string
  readonly status: PlanStatus
  readonly researchConfidence: 'high' | 'medium' | 'low' | null
  /** `null`: what the plan itself says. */
  readonly tldr: string | null
  readonly specification: Json | null
  readonly codeStructure: string
  readonly pass: number
  readonly history: readonly {
    readonly pass: number
    readonly reason: string
    readonly timestamp?: string | null | undefined
    readonly changed: readonly string[]
  }[]
  readonly standing: (id: string) => Standing
}

/** The text of gem-team's plan.yaml. Contract: the same sheet is always the same text, and reads back as its plan. */
export function writePlan(sheet: PlanSheet): string {
  const { plan, standing } = sheet
  const tasks = withWaves(plan.tasks)
  const metrics = planMetrics({ ...plan, tasks }, 1)
  const document = {
    plan_id: sheet.planId,
    objective: plan.objective,
    created_at: sheet.createdAt,
    created_by: sheet.createdBy,
    status: sheet.status,
    ...(sheet.researchConfidence === null ? {} : { research_confidence: sheet.researchConfidence }),
    plan_metrics: {
      wave_1_task_count: tasks.filter(({ wave }) => wave === 1).length,
      total_dependencies: metrics.dependencies,
      risk_score: metrics.risk,
    },
    tldr: sheet.tldr ?? tldrOf(plan, metrics.waves),
    open_questions: plan.openQuestions.map((each) =>
      each.options.length === 0 && each.recommendation === null ? each.question : each,
    ),
    ...(plan.preMortem === null
      ? {}
      : {
          pre_mortem: {
            overall_risk_level: plan.preMortem.overallRisk,
            critical_failure_modes: plan.preMortem.failureModes,
            assumptions: plan.preMortem.assumptions,
          },
        }),
    implementation_specification:
      sheet.specification ?? specificationOf({ ...plan, tasks }, sheet.codeStructure),
    contracts: plan.contracts.map((each) => ({
      from_task: each.from,
      to_task: each.to,
      interface: each.interface,
      format: each.format,
    })),
    tasks: tasks.map((task) => writeTask(task, task.wave ?? 1, standing(task.id))),
    planning_pass: sheet.pass,
    planning_history: sheet.history.map(({ changed, ...entry }) =>
      changed.length === 0 ? entry : { ...entry, changed },
    ),
    ...(plan.confidence === null ? {} : { confidence: plan.confidence }),
    ...(plan.risks.length === 0 ? {} : { risks: plan.risks }),
  }
  return stringify(document, { lineWidth: 100, aliasDuplicateObjects: false })
}

function tldrOf({ objective, tasks }: Plan, waves: number): string {
  const lines = [
    `- ${objective.split('\n')[0] ?? ''}`,
    `- ${tasks.length} ${tasks.length === 1 ? 'task' : 'tasks'} in ${waves} ${waves === 1 ? 'wave' : 'waves'}`,
    ...tasks.map(({ id, title }) => `- ${id}: ${title}`),
  ]
  return `${lines.join('\n')}\n`
}

/** What is built where, as far as the plan's own parts tell. */
function specificationOf({ tasks, contracts }: Plan, codeStructure: string): Json {
  const areas = [...new Set(tasks.flatMap(({ writeSet }) => writeSet.map(areaOf)))].toSorted()
  const byId = new Map(tasks.map((task) => [task.id, task]))
  const areaOfTask = (id: string): string => areaOf(byId.get(id)?.writeSet[0] ?? id)
  const pairs = contracts
    .map(({ from, to }) => [areaOfTask(to), areaOfTask(from)] as const)
    .filter(([user, maker]) => user !== maker)
  return {
    code_structure: codeStructure,
    affected_areas: areas,
    component_details: areas.map((component) => {
      const own = tasks.filter(({ writeSet }) => writeSet.some((path) => areaOf(path) === component))
      return {
        component,
        responsibility: own.map(({ title }: Task) => title).join('; '),
        interfaces: contracts
          .filter(({ from }) => own.some(({ id }) => id === from))
          .map((each) => each.interface),
      }
    }),
    dependencies: [...new Map(pairs.map((pair) => [pair.join('\0'), pair])).values()].map(
      ([user, maker]) => ({
        component: user,
        relationship: `uses ${maker}`,
      }),
    ),
    integration_points: contracts.map((each) => each.interface),
  }
}

function areaOf(path: string): string {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  return folder === '' ? path : folder
}
