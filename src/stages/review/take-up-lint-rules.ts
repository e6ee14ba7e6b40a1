import type { LintRule } from '../../contracts/debugger.ts'
import type { Run } from '../../kernel/playbook.ts'
import type { DiagnosisPacket } from '../../contracts/diagnosis-packet.ts'
import type { Job } from '../job.ts'
import type { MergeQueue } from '../integrate/merge-queue.ts'
import type { Course } from './settle-issues.ts'
import { carryOutMore } from './settle-issues.ts'

/** Has an implementer take up the lint rules that the debuggers of a wave recommended, where the policy wants that. */
export async function takeUpLintRules(
  scope: Run,
  floor: { readonly run: Run; readonly job: Job; readonly queue: MergeQueue },
  course: Course,
  { number, ids }: { readonly number: number; readonly ids: readonly string[] },
): Promise<Course> {
  if (!floor.job.policy.process.waves.lintRules) return course
  const rules = await scope.decide('lint-rules', () => recommendedFor(floor.run, ids))
  if (rules.length === 0) return course
  const followUp = {
    letter: 'L',
    title: `chore: lint rules that would have shown the faults of wave ${number}`,
    description: rules
      .map(({ rule, config, why, file }) => `- ${file}: ${rule}: ${config} (${why})`)
      .join('\n'),
    role: 'implementer',
    writeSet: [...new Set(rules.map(({ file }) => file))],
    acceptance: rules.map(({ rule, file }) => `${file} has ${rule}, and everything passes with it.`),
  } as const
  return carryOutMore(floor, course, [followUp], number)
}

/** Each rule once, as it was recommended last. */
function recommendedFor(run: Run, ids: readonly string[]): LintRule[] {
  const diagnoses = [...run.recorded()]
    .filter(([name]) => name.endsWith('/diagnosed'))
    .map(([, value]) => value as unknown as DiagnosisPacket & { readonly task: string })
  const rules = diagnoses.filter(({ task }) => ids.includes(task)).flatMap(({ lintRules = [] }) => lintRules)
  return [...new Map(rules.map((rule) => [rule.rule, rule])).values()]
}
