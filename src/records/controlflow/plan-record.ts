import type { Plan, PlanRisk, RiskCategory } from '../../plan/plan.ts'
import { GRAVE_KINDS, RISK_CATEGORIES } from '../../plan/plan.ts'
import { planSchema } from '../../plan/plan-schema.ts'
import { executorAgentOf, roleOf } from './agents.ts'
import type { Chronicle } from './chronicle.ts'
import { lastOwn } from './chronicle.ts'
import type { WorkBefore } from './own-facts.ts'
import type { Phase } from './phases.ts'
import type { WrittenPhase, WrittenPlan } from './plan-schema.ts'

const STEPS = [
  'Write the tests that show what is missing, and see them fail.',
  'Make the change in the files above, and see the tests pass.',
  'Run what proves every phase.',
]

/** Where the plan is, for people. */
export function planPath(slug: string): string {
  return `plans/${slug}-plan.md`
}

/** The plan as it stands, in the form of the process; `null` before there is one. */
export function planRecord(chronicle: Chronicle, parallel: number): WrittenPlan | null {
  const { plan, phases, story, slug, tier, traceId } = chronicle
  if (plan === null) return null
  const { existing = [] } = lastOwn(story, 'cf-plan-files') ?? {}
  const numbersOf = (task: string): readonly number[] => [phases.find(task)?.number ?? []].flat()
  const failures = (plan.preMortem?.failureModes ?? []).map(({ scenario, mitigation }) => ({
    scenario,
    classification: 'fixable' as const,
    mitigation,
  }))
  return {
    schema_version: '1.2.0',
    trace_id: traceId,
    agent: 'Planner',
    status: 'READY_FOR_EXECUTION',
    task_title: titleOf(plan.objective),
    summary: plan.objective,
    confidence: plan.confidence ?? 0,
    abstain: { is_abstaining: false, reasons: [] },
    phases: phases.all.flatMap((phase) =>
      phaseRecord(phase, numbersOf, existing, failures, chronicle.before),
    ),
    contracts: plan.contracts.flatMap(({ from, to, interface: what, format }) =>
      numbersOf(from).flatMap((from_phase) =>
        numbersOf(to).map((to_phase) => ({ from_phase, to_phase, interface: what, format })),
      ),
    ),
    max_parallel_agents: Math.min(10, Math.max(1, parallel)),
    open_questions: plan.openQuestions.map(({ question, options, recommendation }) => ({
      question,
      options: [...options],
      recommendation: recommendation ?? '',
    })),
    risks: plan.risks.flatMap(({ applicability, note }) =>
      applicability === 'applicable' && note !== '' ? [{ risk: note, mitigation: '' }] : [],
    ),
    risk_review: RISK_CATEGORIES.map((category) => riskRecord(category, plan.risks)),
    success_criteria: [
      ...new Set(plan.tasks.flatMap(({ acceptance }) => acceptance.map((each) => each.criterion))),
    ],
    complexity_tier: tier.toUpperCase() as WrittenPlan['complexity_tier'],
    iteration_budget: Math.min(5, Math.max(1, chronicle.mostRounds)),
    ...(plan.revision > 1 ? { revision_of: `${planPath(slug)}, revision ${plan.revision - 1}` } : {}),
    handoff: {
      target_agent: 'Orchestrator',
      prompt: `The plan is saved at ${planPath(slug)}: review it, then begin with phase ${phases.all[0]?.number ?? 1}.`,
    },
  }
}

function phaseRecord(
  { number, id, title, task, wave }: Phase,
  numbersOf: (task: string) => readonly number[],
  existing: readonly string[],
  failures: WrittenPhase['failure_expectations'],
  { written }: WorkBefore,
): readonly WrittenPhase[] {
  if (task === null) return written.filter(({ phase_id }) => phase_id === number)
  const { writeSet, context, grave } = task
  return [
    {
      phase_id: number,
      id,
      grave: [...grave],
      title,
      objective: plainWords(task.description === '' ? title : task.description),
      wave,
      executor_agent: executorAgentOf(task.role),
      dependencies: task.dependencies.flatMap(numbersOf),
      failure_expectations: failures,
      files: [
        ...writeSet.map((path) => fileRecord(path, existing.includes(path) ? 'modify' : 'create', title)),
        ...context.map(({ path, description }) => fileRecord(path, 'reference', description)),
      ],
      tests: [...task.verification],
      steps: STEPS,
      acceptance_criteria: task.acceptance.map(({ criterion, verification }) =>
        verification === null ? criterion : `${criterion} (seen by: ${verification})`,
      ),
      quality_gates: [
        'tests_pass',
        'lint_clean',
        'safety_clear',
        ...(grave.length === 0 ? [] : (['human_approved_if_required'] as const)),
      ],
      skill_references: [],
    },
  ]
}

type FileRecord = WrittenPhase['files'][number]

function fileRecord(path: string, action: FileRecord['action'], reason: string): FileRecord {
  return { path, action, reason }
}

const DISPOSITIONS = {
  resolved: 'resolved',
  'open-question': 'open_question',
  'research-added': 'research_phase_added',
  'not-applicable': 'not_applicable',
} as const satisfies Record<PlanRisk['disposition'], string>

function riskRecord(category: RiskCategory, risks: readonly PlanRisk[]): WrittenPlan['risk_review'][number] {
  const found = risks.find((each) => each.category === category)
  return {
    category: category.replaceAll('-', '_'),
    applicability: (found?.applicability ?? 'uncertain').replaceAll('-', '_') as 'applicable',
    impact: (found?.impact ?? 'unknown').toUpperCase() as 'HIGH',
    evidence_source: found?.note ?? '',
    disposition: DISPOSITIONS[found?.disposition ?? 'open-question'],
  }
}

/** The role of a task whose phase names nobody who works here. */
export const UNASSIGNED = 'unassigned'

/** The plan that a written one stands for. */
export function planOfRecord(written: WrittenPlan): Plan {
  const ids = idsOf(written.phases)
  const idOf = (phase: number): readonly string[] => [ids.get(phase) ?? []].flat()
  return planSchema.parse({
    objective: written.summary === '' ? written.task_title : written.summary,
    confidence: written.confidence,
    tasks: written.phases.map((phase) => taskOf(phase, idOf)),
    contracts: written.contracts.flatMap(({ from_phase, to_phase, interface: what, format }) =>
      idOf(from_phase).flatMap((from) => idOf(to_phase).map((to) => ({ from, to, interface: what, format }))),
    ),
    openQuestions: written.open_questions.map(({ recommendation, ...each }) => ({
      ...each,
      recommendation: recommendation === '' ? null : recommendation,
    })),
    risks: written.risk_review.map(({ category, applicability, impact, evidence_source, disposition }) => ({
      category: category.replaceAll('_', '-'),
      applicability: applicability.replaceAll('_', '-'),
      impact: impact.toLowerCase(),
      disposition: Object.entries(DISPOSITIONS).find(([, own]) => own === disposition)?.[0],
      note: evidence_source,
    })),
  })
}

function taskOf(phase: WrittenPhase, idOf: (phase: number) => readonly string[]): object {
  const written = phase.files.filter(({ action }) => action === 'create' || action === 'modify')
  const read = phase.files.filter(({ action }) => action === 'review' || action === 'reference')
  return {
    id: idOf(phase.phase_id)[0],
    title: phase.title,
    description: phase.objective,
    role: roleOf(phase.executor_agent) ?? UNASSIGNED,
    dependencies: phase.dependencies.flatMap(idOf),
    wave: phase.wave,
    writeSet: written.map(({ path }) => path),
    context: read.map(({ path, reason }) => ({ path, description: reason })),
    acceptance: phase.acceptance_criteria.map(criterionOf),
    verification: phase.tests,
    grave: (phase.grave ?? []).filter((each) => GRAVE_KINDS.some((kind) => kind === each)),
  }
}

function criterionOf(text: string): object {
  const [, criterion = text, verification = null] = /^(.*) \(seen by: (.*)\)$/s.exec(text) ?? []
  return { id: null, criterion, verification }
}

/** By number of the phase; a phase that names no task is called after its title. */
export function idsOf(phases: readonly WrittenPhase[]): ReadonlyMap<number, string> {
  const ids = new Map<number, string>()
  for (const { phase_id, id, title } of phases) {
    const words = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
    const wanted = (id ?? words)
      .replace(/^[^A-Za-z]+/, '')
      .slice(0, 28)
      .replace(/-+$/, '')
    const base = wanted === '' ? 'phase' : wanted
    const used = [...ids.values()]
    ids.set(phase_id, used.includes(base) ? `${base}-${phase_id}` : base)
  }
  return ids
}

/** No block of code stands in a plan; what is in one is said in a line. */
function plainWords(text: string): string {
  return text.replaceAll(/^\s*(?:```|~~~).*$\n?/gm, '').trim()
}

function titleOf(objective: string): string {
  const [line = ''] = objective.trim().split('\n')
  return line.length <= 80 ? line : `${line.slice(0, 79)}…`
}
