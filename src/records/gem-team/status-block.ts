import type { Plan } from '../../plan/plan.ts'
import { plannedWaves } from '../../plan/plan-graph.ts'
import type { Story } from '../story.ts'
import { factsOf } from '../story.ts'
import { planIdOf, planOfStory, standingsIn } from './book.ts'
import type { GemGiven } from './given-plan.ts'
import { withWaves } from './read-plan.ts'

const MINUTE = 60_000

/** How far a plan is, in the words in which gem-team sums up; `null` before there is one. */
export function statusBlock(story: Story, given: GemGiven | null, now: number): string | null {
  const brief = factsOf(story, 'brief').at(-1)?.value
  const plan = planOfStory(story, given)
  if (brief === undefined || plan === null) return null
  const standing = standingsIn(story, given)
  const tasks = withWaves(plan.tasks)
  const isDone = (id: string): boolean => standing(id).status === 'completed'
  const isBlocked = (id: string): boolean => ['blocked', 'failed'].includes(standing(id).status)
  const done = tasks.filter(({ id }) => isDone(id)).length
  const blocked = tasks.map(({ id }) => id).filter(isBlocked)
  const waves = plannedWaves(tasks)
  const over = waves.filter((ids) => ids.every((id) => isDone(id) || isBlocked(id)))
  const last = over.at(-1) ?? waves[0] ?? []
  const number = waves.indexOf(last) + 1
  const doneInWave = last.filter(isDone).length
  const next = waves.slice(number).flatMap((ids, index) => {
    const pending = ids.filter((id) => !isDone(id) && !isBlocked(id))
    return pending.length === 0 ? [] : [{ number: number + index + 1, pending: pending.length }]
  })[0]
  const percent = tasks.length === 0 ? 0 : Math.round((100 * done) / tasks.length)
  return [
    `Plan: ${planIdOf(brief.slug, given)} | ${plan.objective.split('\n')[0] ?? ''}`,
    `Progress: ${done}/${tasks.length} tasks (${percent}%)`,
    `Waves: Wave ${number} (${doneInWave}/${last.length})${doneInWave === last.length ? ' ✓' : ''}`,
    `Blocked: ${blocked.length}${blocked.length === 0 ? '' : ` (${blocked.join(', ')})`}`,
    next === undefined ? 'Next: none' : `Next: Wave ${next.number} (${next.pending} tasks)`,
    ...blocked.map((id) => `- ${id}: ${whyBlocked(plan, id, isDone)}, waiting for ${waitOf(story, id, now)}`),
  ].join('\n')
}

function whyBlocked({ tasks }: Plan, id: string, isDone: (id: string) => boolean): string {
  const missing = tasks.find((task) => task.id === id)?.dependencies.filter((each) => !isDone(each)) ?? []
  return missing.length === 0 ? 'not done itself' : `missing ${missing.join(', ')}`
}

function waitOf(story: Story, id: string, now: number): string {
  const since = factsOf(story, 'task').findLast(({ value }) => value.task === id)?.at ?? story.startedAt
  const minutes = Math.max(0, Math.floor((now - since) / MINUTE))
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
