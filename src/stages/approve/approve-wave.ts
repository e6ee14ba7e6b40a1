import { RunFailure } from '../../kernel/failure.ts'
import type { Run } from '../../kernel/playbook.ts'
import type { Answer } from '../../kernel/question.ts'
import { graveThings } from '../../plan/grave-things.ts'
import type { GraveKind, Plan, Task } from '../../plan/plan.ts'
import type { ApprovalRule } from '../../policy/process-policy.ts'
import type { Job } from '../job.ts'
import type { WaveGate } from '../manner.ts'

export type WaveWord =
  | { readonly kind: 'go'; readonly leftOut: readonly { readonly task: Task; readonly by: string }[] }
  /** The plan is to change before anything of the wave starts. */
  | { readonly kind: 'feedback'; readonly text: string }

/** A wave in the words of its process. */
export interface WaveAsking {
  readonly words: ReturnType<WaveGate['words']>
  readonly risksOf: WaveGate['risksOf']
  /** Why only a person can tell whether it may start. */
  readonly unsure: string | null
}

/** Asks for a wave as a whole, and for each of its grave tasks by itself, where the policy says so. */
export async function approveWave(
  run: Run,
  job: Pick<Job, 'policy'>,
  heading: string,
  plan: Plan,
  tasks: readonly Task[],
  gate: WaveAsking | null = null,
): Promise<WaveWord> {
  const { approvals } = job.policy.process
  if (approvals.wave === 'free') return { kind: 'go', leftOut: [] }
  const graveOf = graveKinds({ ...plan, tasks })
  const risksOf = (task: Task): readonly string[] => gate?.risksOf(task) ?? []
  const isGrave = (task: Task): boolean => graveOf(task.id).length > 0 || risksOf(task).length > 0
  const isOneByOne = gate !== null && tasks.some(isGrave)
  const calm = isOneByOne ? [] : tasks.filter((task) => !isGrave(task))
  const leftOut: { readonly task: Task; readonly by: string }[] = []
  if (calm.length > 0) {
    const answer =
      gate === null
        ? await run.question('approve', questionOf(approvals.wave, usualWords(heading, calm), calm, false))
        : await askInOwnWords(run, approvals.wave, gate, calm)
    const feedback = heed(answer, heading)
    if (feedback !== null) return { kind: 'feedback', text: feedback }
  }
  for (const task of tasks.filter((each) => !calm.includes(each))) {
    const { id, title } = task
    const kinds = graveOf(id)
    const grave = [...kinds, ...risksOf(task)]
    const rules: readonly ApprovalRule[] = [approvals.wave, ...kinds.map((kind) => approvals[kind])]
    const isForPerson =
      rules.includes('person') || risksOf(task).length > 0 || (gate?.unsure ?? null) !== null
    const rule = isForPerson ? 'person' : 'ask'
    const text =
      grave.length === 0
        ? `${id} (${title}). Start it?`
        : `${id} (${title}) is grave (${grave.join(', ')}). Start it?`
    const answer = await run.question(`approve-${id}`, questionOf(rule, text, [task], true))
    if (answer.option === 'leave-out') leftOut.push({ task, by: answer.by })
    else {
      const feedback = heed(answer, id)
      if (feedback !== null) return { kind: 'feedback', text: feedback }
    }
  }
  return { kind: 'go', leftOut }
}

function usualWords(heading: string, calm: readonly Task[]): string {
  const ids = calm.map(({ id }) => id).join(', ')
  const roles = [...new Set(calm.map(({ role }) => role))].join(', ')
  return `${heading}: ${calm.length} ${calm.length === 1 ? 'task' : 'tasks'} (${ids}), by ${roles}. Start?`
}

/** Yes, no, or more about it first; who is not sure whether it may start leaves it to a person. */
async function askInOwnWords(
  run: Run,
  rule: ApprovalRule,
  { words, unsure }: WaveAsking,
  tasks: readonly Task[],
): Promise<Answer> {
  const before = unsure === null ? '' : `${unsure} `
  const asked = questionOf(unsure === null ? rule : 'person', `${before}${words.ask}`, tasks, false)
  const [approve, ...others] = asked.options
  const details = { id: 'details', label: 'Tell me more' }
  const options = [approve, details, ...others].flatMap((each) => each ?? [])
  const answer = await run.question('approve', { ...asked, options })
  if (answer.option !== 'details') return answer
  return run.question('approve-details', {
    ...asked,
    kind: 'choice',
    text: `${words.details}\n${asked.text}`,
  })
}

/** What cannot be taken back, or takes effect elsewhere at once. */
function graveKinds(part: Plan): (task: string) => readonly GraveKind[] {
  const grave = graveThings(part, []).filter(({ kind }) => kind === 'destructive' || kind === 'deployment')
  return (task) => grave.filter(({ tasks }) => tasks.some(({ id }) => id === task)).map(({ kind }) => kind)
}

/** What only a person may allow is never an approval that a flag can give. */
function questionOf(rule: ApprovalRule, text: string, tasks: readonly Task[], canLeaveOut: boolean) {
  return {
    kind: rule === 'ask' ? 'approval' : 'choice',
    text,
    options: [
      { id: 'approve', label: 'Start' },
      ...(canLeaveOut ? [{ id: 'leave-out', label: 'Go on without it and without what depends on it' }] : []),
      { id: 'reject', label: 'Reject and end the run' },
    ],
    free: true,
    details: { tasks: tasks.map(({ id, title, role, writeSet }) => ({ id, title, role, writeSet })) },
  } as const
}

/** What a person said instead of yes or no; `null` for yes. */
function heed({ option, text, by }: Answer, what: string): string | null {
  if (option === 'approve') return null
  if (option === null && text !== null) return text
  throw new RunFailure({ code: 'rejected', message: `${what} was rejected by ${by}.` })
}
