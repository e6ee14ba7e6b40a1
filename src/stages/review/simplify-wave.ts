import type { Run } from '../../kernel/playbook.ts'
import type { Task } from '../../plan/plan.ts'
import type { Job } from '../job.ts'
import type { MergeQueue } from '../integrate/merge-queue.ts'
import { readChange } from './read-change.ts'
import type { Course } from './settle-issues.ts'
import { carryOutMore } from './settle-issues.ts'

const ABOUT_CLEANING = /\b(refactor|clean|simplif)/i

/** Has a simplifier go over a wave that is about cleaning up, where the policy wants that. */
export async function simplifyWave(
  scope: Run,
  floor: { readonly run: Run; readonly job: Job; readonly queue: MergeQueue },
  course: Course,
  wave: { readonly number: number; readonly from: string; readonly tasks: readonly Task[] },
): Promise<Course> {
  const { number, from, tasks } = wave
  const isAbout = tasks.some(({ title, description }) => ABOUT_CLEANING.test(`${title} ${description}`))
  const { job } = floor
  const { simplifier, simplify } = job.policy.process.waves
  if (!simplifier || !(isAbout || simplify.includes(job.tier))) return course
  const head = await scope.decide('made', () => floor.queue.line.head)
  const { files } = await readChange(scope, 'made-change', from, head)
  const paths = files.filter(({ kind }) => kind !== 'deleted').map(({ path }) => path)
  if (paths.length === 0) return course
  const followUp = {
    letter: 'S',
    title: `refactor: make what wave ${number} left simpler`,
    description: 'Go over these files. If nothing can be simpler without being different, change nothing.',
    role: 'code-simplifier',
    writeSet: paths,
    acceptance: ['Everything does what it did before.'],
  } as const
  return carryOutMore(floor, course, [followUp], number)
}
