import { formatPlan } from '../../config/format-plan.ts'
import { parsePlan } from '../../config/parse-plan.ts'
import { locate } from '../../config/read-document.ts'
import { RunFailure } from '../../kernel/failure.ts'
import type { Run } from '../../kernel/playbook.ts'
import type { Plan } from '../../plan/plan.ts'
import type { Job } from '../job.ts'
import { executorsOf } from './plan-background-of.ts'
import type { ProcessFiles } from '../specify/process-files.ts'

export type EditedPlan =
  | { readonly kind: 'plan'; readonly plan: Plan; readonly text: string }
  /** Why it cannot be taken, with its line. */
  | { readonly kind: 'refused'; readonly problem: string }

export function planPath(slug: string): string {
  return `docs/plan/${slug}/plan.yaml`
}

/**
 * Writes a revision for people to read and edit. What somebody made of the file meanwhile is not overwritten before
 * they say so; when theirs is to count, it is given back.
 */
export async function offerPlanFile(
  run: Run,
  files: ProcessFiles,
  job: Job,
  slug: string,
  { plan, revision }: { readonly plan: Plan; readonly revision: number },
): Promise<Plan | null> {
  const path = planPath(slug)
  const message = `docs: plan ${slug}, revision ${revision}`
  let problem = ''
  for (let turn = 1; ; turn += 1) {
    const name = `plan-r${revision}-${turn}`
    const written = await files.write(name, [{ path, text: formatPlan(plan) }], message)
    if (written.kind === 'written') return null
    const answer = await run.question(`file-${turn}`, {
      kind: 'choice',
      text: `${problem}${path} was changed while the plan was made anew. Which one counts?`,
      options: [
        { id: 'edited', label: 'The file as it is now', description: `${files.folder}/${path}` },
        { id: 'new', label: 'The new plan; the file is kept in the history of the files' },
      ],
      free: false,
    })
    const text = (await files.edited(name, path)) ?? written.text
    const edited = readEdited(job, path, text)
    if (answer.option === 'edited' && edited.kind === 'refused') {
      problem = `${edited.problem} `
      continue
    }
    await files.accept(name, path, text)
    if (answer.option === 'edited' && edited.kind === 'plan') return edited.plan
  }
}

/** What a person has made of the plan's file since it was written; `null` when nothing. */
export async function editedPlan(
  files: ProcessFiles,
  job: Job,
  slug: string,
  name: string,
): Promise<EditedPlan | null> {
  const path = planPath(slug)
  const text = await files.edited(name, path)
  return text === null ? null : readEdited(job, path, text)
}

/** A person's plan is held to what a plan needs to be played; which criteria it covers is theirs to say. */
function readEdited(job: Job, path: string, text: string): EditedPlan {
  try {
    const { plan, findings } = parsePlan(text, path, { executors: executorsOf(job) })
    const wrong = findings.find(({ severity }) => severity === 'error')
    if (plan !== null && wrong === undefined) return { kind: 'plan', plan, text }
    return {
      kind: 'refused',
      problem: `${locate(path, wrong ?? { line: 1, column: 1 })}: ${wrong?.message ?? ''}`,
    }
  } catch (thrown) {
    if (!(thrown instanceof RunFailure) || thrown.failure.code !== 'bad-input') throw thrown
    return { kind: 'refused', problem: thrown.message.split('\n')[0] ?? '' }
  }
}
