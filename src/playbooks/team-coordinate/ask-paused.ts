import type { Run } from '../../kernel/playbook.ts'
import type { Answer, Question } from '../../kernel/question.ts'
import { teamFact } from '../../records/team-coordinate/team-facts.ts'
import { endedBy } from '../../stages/execute/ended-by.ts'

/** Asks what only a person may decide about a task; the session is paused as long, and they may also end the run. */
export async function askPaused(
  run: Run,
  task: string,
  why: string,
  { text, options, free }: Pick<Question, 'text' | 'options' | 'free'>,
): Promise<Answer> {
  await run.record('paused', teamFact({ kind: 'team-paused', value: { paused: true, why } }))
  const stop = { id: 'stop', label: 'End the run' }
  const answer = await run.question('decide', { kind: 'choice', text, options: [...options, stop], free })
  if (answer.option === 'stop') throw endedBy(answer.by, task)
  await run.record('resumed', teamFact({ kind: 'team-paused', value: { paused: false, why } }))
  return answer
}
