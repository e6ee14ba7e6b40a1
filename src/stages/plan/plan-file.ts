import { formatPlan } from '../../config/format-plan.ts'
import type { ParsedPlan } from '../../config/parse-plan.ts'
import { parsePlan } from '../../config/parse-plan.ts'
import { locate } from '../../config/read-document.ts'
import { RunFailure } from '../../kernel/failure.ts'
import type { Run } from '../../kernel/playbook.ts'
import type { Plan } from '../../plan/plan.ts'
import type { Job } from '../job.ts'
import { executorsOf } from './plan-background-of.ts'
import type { FilesWritten, ProcessFiles } from '../specify/process-files.ts'

/** How a process writes its plan down for people to read and edit. */
export interface PlanFormat {
  path(slug: string): string
  /** Writes a revision; a file that a person has changed meanwhile is given back and not overwritten. */
  write(
    files: ProcessFiles,
    name: string,
    of: { readonly slug: string; readonly plan: Plan; readonly revision: number },
  ): Promise<FilesWritten>
  parse(text: string, path: string, options: { readonly executors: readonly string[] }): ParsedPlan
}

export const standardPlanFormat: PlanFormat = {
  path: (slug) => `docs/plan/${slug}/plan.yaml`,
  write: (files, name, { slug, plan, revision }) => {
    const file = { path: standardPlanFormat.path(slug), text: formatPlan(plan) }
    return files.write(name, [file], `docs: plan ${slug}, revision ${revision}`)
  },
  parse: parsePlan,
}

export type EditedPlan =
  | { readonly kind: 'plan'; readonly plan: Plan; readonly text: string }
  /** Why it cannot be taken, with its line. */
  | { readonly kind: 'refused'; readonly problem: string }

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
  format: PlanFormat,
  label = `r${revision}`,
): Promise<Plan | null> {
  const path = format.path(slug)
  let problem = ''
  for (let turn = 1; ; turn += 1) {
    const name = `plan-${label}-${turn}`
    const written = await format.write(files, name, { slug, plan, revision })
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
    const edited = readEdited(job, format, path, text)
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
  format: PlanFormat,
): Promise<EditedPlan | null> {
  const path = format.path(slug)
  const text = await files.edited(name, path)
  return text === null ? null : readEdited(job, format, path, text)
}

/** A person's plan is held to what a plan needs to be played; which criteria it covers is theirs to say. */
function readEdited(job: Job, format: PlanFormat, path: string, text: string): EditedPlan {
  try {
    const { plan, findings } = format.parse(text, path, { executors: executorsOf(job) })
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
