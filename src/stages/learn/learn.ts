import type { Run } from '../../kernel/playbook.ts'
import type { Plan } from '../../plan/plan.ts'
import type { Prd } from '../../plan/prd.ts'
import { refreshDocs } from './docs-refresh.ts'
import type { Objection } from '../facts.ts'
import type { IntegrationLine } from '../integrate/integration.ts'
import { isSaid } from './is-said.ts'
import type { Job } from '../job.ts'
import { learnPlan } from './learn-plan.ts'
import { learnPrd } from './learn-prd.ts'
import type { ProcessFiles } from '../specify/process-files.ts'
import type { TaskResult } from '../execute/see-through.ts'
import { wisdomOf } from './wisdom-of.ts'
import type { Wisdom } from './wisdom.ts'
import { writeAgentsFile } from '../specify/write-agents-file.ts'
import { writeWisdom } from './write-wisdom.ts'

/** What a run has to learn from when its work is done. */
export interface LearnFrom {
  readonly prd: Prd | null
  readonly files: ProcessFiles
  readonly line: Readonly<IntegrationLine>
  readonly plan: Plan
  readonly results: readonly TaskResult[]
  /** What nobody has answered. */
  readonly objections: readonly Objection[]
  /** Whether it is said in the plan's file how far each task is; a process that keeps a book says it there. */
  readonly writesPlan: boolean
}

/**
 * Writes down what later work should know: what the PRD's features have become, agreements, wisdom, documents. Gives
 * the PRD as it is now. Small jobs without a PRD leave nothing behind.
 */
export async function learn(run: Run, job: Job, from: LearnFrom): Promise<Prd | null> {
  if (from.prd === null && job.tier !== 'medium' && job.tier !== 'large') return null
  const { agentsFile, wisdom, docs } = job.policy.process.learn
  const { files, line } = from
  const learnt = from.prd !== null || agentsFile || wisdom ? await gatherWisdom(run, job, from) : []
  const prd =
    from.prd === null ? null : await learnPrd(run.scope('prd'), job, files, { ...from, wisdom: learnt })
  if (agentsFile) {
    const entries: string[] = []
    for (const { kind, by, text } of learnt) {
      // What only an agent says is wisdom; the file that everybody trusts holds what a person has agreed to.
      const isAgreed = by === 'person' && (kind === 'convention' || kind === 'decision')
      if (isAgreed && !isSaid(text, entries)) entries.push(text)
    }
    await writeAgentsFile(run.scope('agents-file'), job, entries, files)
  }
  if (wisdom) await writeWisdom(run.scope('wisdom'), files, learnt)
  if (from.writesPlan) await learnPlan(files, from.plan, from.results)
  if (docs) await refreshDocs(run.scope('docs'), job, line, files)
  return prd
}

function gatherWisdom(run: Run, job: Job, { results, objections }: LearnFrom): Promise<readonly Wisdom[]> {
  const tasks = results.map(({ id, state, commit }) => ({ id, state, commit }))
  return run.step<Wisdom[]>('gather', {
    kind: 'journal',
    input: { tasks, objections, clarifications: job.clarifications },
    execute: async ({ world }) => {
      const { events } = await world.journal.read()
      const { clarifications } = job
      return [...wisdomOf(events, { run: run.id, results, objections, clarifications })]
    },
  })
}
