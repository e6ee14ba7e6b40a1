import type { CriticalPath } from './critical-path.ts'
import { criticalPath } from './critical-path.ts'
import { estimatedMinutes } from './estimated-minutes.ts'
import type { Level, Plan } from './plan.ts'
import { plannedWaves } from './plan-graph.ts'

/** A plan in figures, all worked out from the plan itself. */
export interface PlanMetrics {
  readonly tasks: number
  readonly waves: number
  /** How many tasks of the first wave wait for nothing. */
  readonly firstWave: number
  readonly dependencies: number
  /** What the pre-mortem says; without one, the highest risk of a task. */
  readonly risk: Level
  readonly criticalPath: CriticalPath
  /** What all tasks take together. */
  readonly workMinutes: number
  /** The predicted makespan: no schedule with this many at work is faster. */
  readonly makespanMinutes: number
}

export function planMetrics(plan: Plan, workers: number): PlanMetrics {
  const { tasks } = plan
  const waves = plannedWaves(tasks)
  const free = new Set(tasks.filter(({ dependencies }) => dependencies.length === 0).map(({ id }) => id))
  const path = criticalPath(tasks)
  const workMinutes = tasks.reduce((sum, task) => sum + estimatedMinutes(task), 0)
  return {
    tasks: tasks.length,
    waves: waves.length,
    firstWave: (waves[0] ?? []).filter((id) => free.has(id)).length,
    dependencies: tasks.reduce((sum, { dependencies }) => sum + new Set(dependencies).size, 0),
    risk: riskOf(plan),
    criticalPath: path,
    workMinutes,
    makespanMinutes: Math.max(path.minutes, workMinutes / Math.max(1, workers)),
  }
}

const LEVELS: readonly Level[] = ['low', 'medium', 'high']

/** From 0 for low to 2 for high. */
export function riskRank(level: Level): number {
  return LEVELS.indexOf(level)
}

function riskOf({ preMortem, tasks }: Plan): Level {
  if (preMortem !== null) return preMortem.overallRisk
  return LEVELS[Math.max(0, ...tasks.map(({ risk }) => riskRank(risk)))] ?? 'low'
}
