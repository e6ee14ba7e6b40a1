import { line, list, sections } from '../../config/write-markdown.ts'
import type { Chronicle } from './chronicle.ts'
import type { WrittenPhase, WrittenPlan } from './plan-schema.ts'

/** The document of a plan, in the order of its template, with how far it is. Contract: no block of code stands in it. */
export function planMarkdown(plan: WrittenPlan, { phases, todos, plan: own, traceId }: Chronicle): string {
  const progress = phases.all.map(({ name, id }) => `- [${todos.has(id) ? 'x' : ' '}] ${name}`)
  const revisions = (own?.lineage ?? []).map(
    ({ revision, reason, changed }) =>
      `- Revision ${revision} (trace ${traceId}; ${changed.length === 0 ? 'no phase' : changed.join(', ')} changed): ${line(reason)}`,
  )
  return sections([
    `## Plan: ${plan.task_title}`,
    [
      `**Status:** ${plan.status}`,
      `**Agent:** ${plan.agent}`,
      `**schema_version:** ${plan.schema_version}`,
      `**Complexity Tier:** ${plan.complexity_tier}`,
      `**Confidence:** ${plan.confidence ?? 0}`,
      `**Max Parallel Agents:** ${plan.max_parallel_agents}`,
      `**Abstain:** is_abstaining: ${plan.abstain.is_abstaining}`,
      `**Summary:** ${plan.summary.replaceAll(/\n\s*\n/g, '\n')}`,
    ].join('\n'),
    list('Progress', progress),
    '### Implementation Phases',
    ...plan.phases.map(phaseMarkdown),
    list(
      'Inter-Phase Contracts',
      plan.contracts.flatMap(({ from_phase, to_phase, interface: what, format }) => [
        `- **From Phase ${from_phase} → To Phase ${to_phase}:** ${line(what)}`,
        `  - **Format:** ${line(format)}`,
      ]),
    ),
    list(
      'Open Questions',
      plan.open_questions.flatMap(({ question, options, recommendation }) => [
        `- ${line(question)}`,
        ...options.map((option) => `  - Option: ${line(option)}`),
        ...(recommendation === '' ? [] : [`  - Recommendation: ${line(recommendation)}`]),
      ]),
    ),
    list(
      'Risks',
      plan.risks.map(({ risk }) => `- ${line(risk)}`),
    ),
    list('Semantic Risk Review', [
      '| Category | Applicability | Impact | Evidence Source | Disposition |',
      '| --- | --- | --- | --- | --- |',
      ...plan.risk_review.map(
        (risk) =>
          `| ${risk.category} | ${risk.applicability} | ${risk.impact} | ${line(risk.evidence_source).replaceAll('|', '/')} | ${risk.disposition} |`,
      ),
    ]),
    list(
      'Success Criteria',
      plan.success_criteria.map((each) => `- ${line(each)}`),
    ),
    list('Handoff', [
      `- **Target Agent:** ${plan.handoff.target_agent}`,
      `- **Prompt:** ${plan.handoff.prompt}`,
    ]),
    list('Revision Log', revisions),
  ])
}

function phaseMarkdown(phase: WrittenPhase): string {
  const dependencies = phase.dependencies.map((number) => `Phase ${number}`).join(', ')
  return [
    `#### Phase ${phase.phase_id} — ${line(phase.title)}`,
    '',
    `- **Objective:** ${phase.objective.split('\n').join('\n  ')}`,
    ...(phase.id === undefined ? [] : [`- **Task:** ${phase.id}`]),
    `- **Executor Agent:** ${phase.executor_agent}`,
    `- **Wave:** ${phase.wave ?? 1}`,
    `- **Dependencies:** ${dependencies === '' ? 'none' : dependencies}`,
    ...(phase.grave === undefined || phase.grave.length === 0
      ? []
      : [`- **Approval Required For:** ${phase.grave.join(', ')}`]),
    ...nested(
      'Files',
      phase.files.map(
        ({ path, action, reason }) => `${action} \`${path}\`${reason === '' ? '' : ` — ${line(reason)}`}`,
      ),
    ),
    ...nested('Tests', phase.tests),
    ...nested('Acceptance Criteria', phase.acceptance_criteria),
    `- **Quality Gates:** ${phase.quality_gates.join(', ')}`,
    ...nested(
      'Failure Expectations',
      phase.failure_expectations.map(
        ({ scenario, classification, mitigation }) => `${classification}: ${scenario} — ${mitigation}`,
      ),
    ),
    '- **Steps:**',
    ...phase.steps.map((step, index) => `  ${index + 1}. ${line(step)}`),
  ].join('\n')
}

function nested(name: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : [`- **${name}:**`, ...items.map((item) => `  - ${line(item)}`)]
}
