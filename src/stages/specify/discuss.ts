import type { OpenPoint } from '../../contracts/discussion.ts'
import { discussionContract } from '../../contracts/discussion.ts'
import type { Run } from '../../kernel/playbook.ts'
import type { Answer, QuestionOption } from '../../kernel/question.ts'
import { askRole } from '../ask-role.ts'
import type { Brief } from '../intake/brief.ts'
import { isSpecified } from '../intake/request-clarity.ts'
import type { Clarification } from './clarification.ts'
import { fact } from '../facts.ts'
import type { Job } from '../job.ts'
import { closeWorkspace, openWorkspace } from '../open-workspace.ts'
import { unlessTrouble } from '../unless-trouble.ts'

const MOST_FILES = 2000

/** Whether there is anything to talk over: not about a plan that was given, nor with whoever wants no discussion. */
export function isDiscussed({ policy, tier }: Pick<Job, 'policy' | 'tier'>, brief: Brief): boolean {
  const { tiers, specified } = policy.process.discuss
  const isOpen = brief.phase === 'new-objective' && !brief.skipDiscussion
  return isOpen && tiers.includes(tier) && (specified || !isSpecified(brief.objective))
}

/** Talks over with a person what the request leaves open and the code does not answer, one question at a time. */
export async function discuss(run: Run, job: Job, brief: Brief): Promise<readonly Clarification[]> {
  if (!isDiscussed(job, brief)) return []
  const points = await openPoints(run, job, brief)
  const clarified: Clarification[] = []
  for (const [index, point] of (points ?? []).entries()) {
    const options = optionsOf(point)
    const answer = await run.question(`question-${index + 1}`, {
      kind: 'choice',
      assumable: true,
      text: point.question,
      options: [...options, { id: 'skip', label: 'Skip this and what is left to ask' }],
      free: true,
      details: {
        number: index + 1,
        of: points?.length ?? 0,
        kind: point.kind,
        impact: point.impact,
        lookedAt: point.lookedAt,
      },
    })
    if (answer.option === 'skip') break
    // What nobody has said holds for this job alone.
    const scope = answer.isAssumed === true ? 'task' : point.scope
    const clarification = { question: point.question, answer: wordsOf(answer, options), scope }
    clarified.push(clarification)
    const value = { ...clarification, by: answer.by }
    await run.record(`clarified-${index + 1}`, fact({ kind: 'clarified', value }))
  }
  return clarified
}

async function openPoints(
  run: Run,
  job: Job,
  { objective, criteria, grayKinds, likelyFiles }: Brief,
): Promise<readonly OpenPoint[] | null> {
  const files = await run.step<readonly string[]>('files', {
    kind: 'repository',
    input: { base: job.base },
    execute: async ({ world }) => (await world.repository.listFiles(job.base)).slice(0, MOST_FILES),
  })
  const { leastQuestions: least, mostQuestions: most } = job.policy.process.discuss
  const request = { objective, criteria, kinds: grayKinds, likelyFiles, files, least, most }
  return unlessTrouble(
    run,
    'Nobody could say what is left open; the run goes on without a discussion',
    async () => {
      const workspace = await openWorkspace(run, 'discuss', job.base)
      const place = { workspace, parent: job.base, message: '', unavailable: 'ask-or-without' as const }
      const { reply } = await askRole(run, job, discussionContract(request), () => request, place)
      await closeWorkspace(run, workspace)
      return reply.questions
    },
  )
}

/** The one that is recommended comes first. */
function optionsOf({ options }: OpenPoint): readonly QuestionOption[] {
  return options
    .map(({ label, pros, cons, recommended }, index) => ({
      id: `option-${index + 1}`,
      label,
      description: `For it: ${pros.join('; ')}. Against it: ${cons.join('; ')}.`,
      ...(recommended ? { recommended } : {}),
    }))
    .toSorted((a, b) => Number(b.recommended ?? false) - Number(a.recommended ?? false))
}

function wordsOf({ option, text }: Answer, options: readonly QuestionOption[]): string {
  return text ?? options.find(({ id }) => id === option)?.label ?? option ?? ''
}
