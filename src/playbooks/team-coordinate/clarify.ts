import type { Run } from '../../kernel/playbook.ts'
import type { QuestionOption } from '../../kernel/question.ts'
import type { Clarified } from '../../records/team-coordinate/analyse-task.ts'
import { analyseTask } from '../../records/team-coordinate/analyse-task.ts'
import type { TaskAnalysis, UnclearPoint } from '../../records/team-coordinate/task-analysis.ts'
import { say } from '../../stages/say.ts'

/** Reads the request, and asks what it leaves open before anybody is put to work. */
export async function clarify(run: Run, objective: string, mostRoles: number): Promise<TaskAnalysis> {
  const first = analyseTask(objective, {}, mostRoles)
  const answers: [UnclearPoint, string][] = []
  for (const point of first.unclear) {
    const { text, options } = questions[point]
    const answer = await run.question(point, { kind: 'choice', text, options, free: true })
    const chosen = options.find(({ id }) => id === answer.option)?.label ?? ''
    const said = answer.text ?? chosen
    answers.push([point, said])
    await say(run, `${point}-clear`, `${point}: ${said}`)
  }
  return answers.length === 0
    ? first
    : analyseTask(objective, Object.fromEntries(answers) as Clarified, mostRoles)
}

const questions: Readonly<
  Record<UnclearPoint, { readonly text: string; readonly options: readonly QuestionOption[] }>
> = {
  scope: {
    text: 'What is the scope?',
    options: [
      { id: 'files', label: 'Specific files' },
      { id: 'module', label: 'A module' },
      { id: 'project', label: 'The whole project' },
    ],
  },
  deliverables: {
    text: 'What deliverables are expected?',
    options: [
      { id: 'documents', label: 'Documents' },
      { id: 'code', label: 'Code' },
      { id: 'reports', label: 'Analysis reports' },
    ],
  },
  constraints: {
    text: 'Any constraints: timeline, technology, style?',
    options: [{ id: 'none', label: 'No constraints' }],
  },
}
