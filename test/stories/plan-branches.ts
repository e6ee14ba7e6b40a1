import type { Json } from '../../src/kernel/json.ts'
import { reply, scene } from '../harness/script.ts'
import { audited, cast, planOf, says } from './cast.ts'
import { deliveredFiles, differs, missing, turnsOf } from './judge-end.ts'
import { approve, objective, quiet, task } from './small-jobs.ts'
import type { Story } from './story.ts'

const neverRight: Json = {
  severity: 'blocking',
  category: 'scope-gap',
  text: 'The plan does not say what T1 is for.',
  about: 'T1',
  where: 'T1',
  fix: 'Say it.',
}

const writtenPlan = `objective: Two notes
tasks:
  - id: T1
    title: 'chore: T1'
    status: completed
    writeSet: [T1.txt]
  - id: T2
    title: 'chore: T2'
    status: pending
    dependencies: [T1]
    writeSet: [T2.txt]
`

/** What can become of a plan. */
export const planStories: readonly Story[] = [
  {
    name: 'feedback at approval gives another plan',
    objective,
    settings: { policy: quiet },
    script: cast(
      [task('T1'), task('T9')],
      [
        scene({ role: 'planner', prompt: 'Call it T9' }, reply(planOf([task('T9')]))),
        scene({ role: 'planner' }, reply(planOf([task('T1')]))),
      ],
    ),
    answers: [{ to: 'approve/', with: ['Call it T9', 'approve'] }],
    status: 0,
    judge: async (end) => [
      ...differs('files', await deliveredFiles(end), ['T9.txt']),
      ...differs('plans', end.facts('plan').length, 2),
    ],
  },
  {
    name: 'a task that cannot be done as planned has the plan made anew',
    objective,
    settings: { policy: quiet },
    script: cast(
      [task('T1'), task('T2')],
      [
        scene({ role: 'planner', step: 'plan/r2/**' }, reply(planOf([task('T1'), task('T2')]))),
        scene({ role: 'planner' }, reply(planOf([task('T1'), task('T5')]))),
        scene({ step: 'execute/T5@**' }, says('needs_replan', 'There is no place for T5.')),
      ],
    ),
    answers: [approve],
    status: 0,
    judge: async (end) => [
      ...differs('files', await deliveredFiles(end), ['T1.txt', 'T2.txt']),
      ...differs('turns of T1', turnsOf(end, 'execute/T1@'), 1),
    ],
  },
  {
    name: 'a review of the plan that gets nowhere goes to a person with what is open',
    objective,
    settings: {
      policy: {
        tier: 'medium',
        discuss: { tiers: [] },
        specify: [],
        review: { tasks: [], final: [] },
        challenge: { by: { medium: ['plan-auditor'] }, 'least-tasks': 1 },
      },
    },
    script: cast(
      [task('T1')],
      [
        scene(
          { role: 'plan-auditor' },
          reply(audited([{ id: 'T1' }], { verdict: 'needs_revision', findings: [neverRight] })),
        ),
      ],
    ),
    answers: [approve],
    status: 0,
    judge: async (end) => [
      ...missing(await deliveredFiles(end), ['T1.txt']),
      ...differs(
        'last verdict',
        (end.facts('challenged').at(-1) as { readonly verdict: string }).verdict,
        'stagnant',
      ),
      ...differs('rounds', end.facts('challenged').length, 3),
    ],
  },
  {
    name: 'a written plan is gone on with where it stands',
    objective: '',
    files: { 'plan.yaml': writtenPlan },
    flags: ['--plan', 'plan.yaml'],
    settings: { policy: quiet },
    script: cast([task('T1'), task('T2')]),
    answers: [approve],
    status: 0,
    judge: async (end) => [
      ...differs('files', await deliveredFiles(end), ['T2.txt']),
      ...differs('planners', turnsOf(end, 'plan/'), 0),
    ],
  },
  {
    name: 'what is said beside a written plan is what to change in it',
    objective: 'Call it T9 instead',
    files: { 'plan.yaml': writtenPlan },
    flags: ['--plan', 'plan.yaml'],
    settings: { policy: quiet },
    script: cast(
      [task('T9')],
      [scene({ role: 'planner', prompt: 'Call it T9 instead' }, reply(planOf([task('T9')])))],
    ),
    answers: [approve],
    status: 0,
    judge: async (end) => differs('files', await deliveredFiles(end), ['T9.txt']),
  },
  {
    name: 'a written plan with nothing left to do asks what is wanted',
    objective: '',
    files: { 'plan.yaml': writtenPlan.replace('pending', 'blocked') },
    flags: ['--plan', 'plan.yaml'],
    settings: { policy: quiet },
    script: cast([task('T2')]),
    answers: [approve, { to: 'nothing-left', with: ['replan'] }],
    status: 0,
    judge: async (end) => differs('files', await deliveredFiles(end), ['T2.txt']),
  },
]
