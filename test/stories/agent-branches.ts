import type { Act } from '../../src/adapters/agents/scripted/script.ts'
import type { Setback } from '../../src/stages/facts.ts'
import { scene } from '../harness/script.ts'
import { cast, done, write } from './cast.ts'
import { deliveredFiles, differs, turnsOf } from './judge-end.ts'
import { approve, objective, quiet, task } from './small-jobs.ts'
import type { Story, StoryEnd } from './story.ts'

const tasks = [task('T1'), task('T2', { after: ['T1'] }), task('T3', { after: ['T2'] })]
const notLoggedIn: Act = { act: 'error', code: 401, message: 'Log in first.' }

/** How often the run took notice that an agent had to be waited for, with the time of its return. */
function waits({ facts }: StoryEnd): number {
  const told = facts('notice') as readonly { readonly setback?: Setback }[]
  return told.filter(({ setback }) => typeof setback?.until === 'number').length
}

/** What can become of the agents. */
export const agentStories: readonly Story[] = [
  {
    name: 'a rate limit that ends soon is waited for, and who takes over from an agent that is logged out stays',
    objective,
    settings: { agent: 'first', fallback: ['scripted'], policy: { ...quiet, backoff: '1ms' } },
    script: cast(tasks),
    others: {
      first: cast(tasks, [
        scene({ step: 'execute/T1@*/attempt-1/implement/try-2/**' }, [
          { act: 'run', command: 'cat half >> T1.txt; rm half' },
          ...done,
        ]),
        scene({ step: 'execute/T1@**' }, [
          write('half', 'the first half\n'),
          { act: 'rate-limit', retryAfterSeconds: 2 },
        ]),
        scene({ step: 'execute/T2@**' }, [write('T2.txt', 'never finished\n'), notLoggedIn]),
      ]),
    },
    answers: [approve],
    status: 0,
    judge: async (end) => [
      ...differs('files', await deliveredFiles(end), ['T1.txt', 'T2.txt', 'T3.txt']),
      ...differs('T1', await end.git('show', 'tutti/story:T1.txt'), 'the first half'),
      ...differs('T2', await end.git('show', 'tutti/story:T2.txt'), 'T2'),
      ...differs(
        'who did it',
        end.view.tasks.map(({ id, agent }) => `${id} ${agent}`),
        ['T1 first', 'T2 scripted', 'T3 scripted'],
      ),
      ...differs('waits', waits(end), 1),
      ...differs('tries of T2', turnsOf(end, 'execute/T2@'), 2),
      ...differs('tries of T3', turnsOf(end, 'execute/T3@'), 1),
      ...differs('failures', end.facts('failure').length, 0),
    ],
  },
  {
    name: 'where nobody can be used a person is asked, and then both the plan and the work go on where they were',
    objective,
    settings: { policy: quiet },
    script: cast(
      [task('T1')],
      [
        scene({ role: 'planner', step: '/try-1/' }, [notLoggedIn]),
        scene({ step: 'execute/T1@*/attempt-1/implement**' }, [notLoggedIn]),
      ],
    ),
    answers: [approve, { to: '/unavailable', with: ['retry'] }, { to: 'exhausted', with: ['again'] }],
    status: 0,
    judge: async (end) => [
      ...differs('files', await deliveredFiles(end), ['T1.txt']),
      ...differs('turns of the planner', turnsOf(end, 'plan/'), 2),
      ...differs('turns of T1', turnsOf(end, 'execute/T1@'), 2),
      ...differs('asked', end.asked.filter((asked) => asked.includes('cannot be used')).length, 2),
    ],
  },
]
