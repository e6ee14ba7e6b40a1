import type { Json } from '../../src/kernel/json.ts'
import { reply, scene } from '../harness/script.ts'
import { cast, diagnosis, done, inspected, issue, says, write } from './cast.ts'
import { deliveredFiles, differs, turnsOf } from './judge-end.ts'
import { approve, objective, quiet, task } from './small-jobs.ts'
import type { Story } from './story.ts'

function attempt(id: string, number: number): string {
  return `execute/${id}@*/attempt-${number}/implement**`
}

const choice: Json = {
  options: [
    { id: 'round', description: 'Round', pros: 'rolls', cons: 'rolls away', affectedFiles: ['T1.txt'] },
    { id: 'square', description: 'Square', pros: 'stays', cons: 'has corners', affectedFiles: [] },
  ],
  recommended: 'round',
  impact: 'the shape',
}

/** What can become of the work. */
export const workStories: readonly Story[] = [
  {
    name: 'a task that is given up blocks what depends on it, and the rest is delivered',
    objective,
    settings: { policy: { ...quiet, failures: { same: 2 } } },
    script: cast(
      [task('T1'), task('T2', { after: ['T1'] }), task('T3')],
      [
        scene({ step: 'execute/T1@*/attempt-*/implement**' }, [write('T1.txt', 'BROKEN\n'), ...done]),
        scene({ role: 'debugger', step: '**/attempt-1/**' }, reply(diagnosis(0.9))),
      ],
    ),
    answers: [approve, { to: 'exhausted', with: ['give-up'] }],
    status: 0,
    judge: async (end) => [
      ...differs('files', await deliveredFiles(end), ['T3.txt']),
      ...differs(
        'states',
        end.view.tasks.map(({ id, state }) => `${id} ${state}`),
        ['T1 given-up', 'T2 blocked', 'T3 done'],
      ),
    ],
  },
  {
    name: 'an agent that needs to know something is answered in the same session',
    objective,
    settings: { policy: quiet },
    script: cast(
      [task('T1')],
      [
        scene({ step: '/implement-2/' }, [write('T1.txt', 'round\n'), ...done]),
        scene({ step: attempt('T1', 1) }, says('needs_input', 'Round or square?', { clarification: choice })),
      ],
    ),
    answers: [approve, { to: 'Round or square', with: ['round'] }],
    status: 0,
    judge: async (end) => [
      ...differs('files', await deliveredFiles(end), ['T1.txt']),
      ...differs('failures', end.facts('failure').length, 0),
      ...differs('text', await end.git('show', 'tutti/story:T1.txt'), 'round'),
    ],
  },
  {
    name: 'a failure that the agent escalates goes to a person at once',
    objective,
    settings: { policy: quiet },
    script: cast(
      [task('T1')],
      [
        scene({ step: attempt('T1', 2) }, [write('T1.txt', 'T1\n'), ...done]),
        scene({ step: attempt('T1', 1) }, says('failed', 'The disk is on fire.', { failure: 'escalate' })),
      ],
    ),
    answers: [approve, { to: 'exhausted', with: ['The fire is out: go on'] }],
    status: 0,
    judge: async (end) => [
      ...differs('files', await deliveredFiles(end), ['T1.txt']),
      ...differs('diagnoses', turnsOf(end, '/diagnose/'), 0),
    ],
  },
  {
    name: 'a diagnosis that is unsure goes to a person, whose words the next attempt gets',
    objective,
    settings: { policy: quiet },
    script: cast(
      [task('T1')],
      [
        scene({ role: 'debugger' }, reply(diagnosis(0.3))),
        scene({ step: attempt('T1', 2), prompt: 'Leave the bad word out' }, [
          write('T1.txt', 'T1\n'),
          ...done,
        ]),
        scene({ step: attempt('T1', 1) }, [write('T1.txt', 'BROKEN\n'), ...done]),
      ],
    ),
    answers: [approve, { to: 'unsure', with: ['Leave the bad word out'] }],
    status: 0,
    judge: async (end) => [
      ...differs('files', await deliveredFiles(end), ['T1.txt']),
      ...differs('asked', end.asked.filter((asked) => asked.includes('unsure')).length > 0, true),
    ],
  },
  {
    name: 'a reached cap asks a person, and a raise goes on',
    objective,
    settings: { policy: quiet, limits: { turns: 2 } },
    script: cast([task('T1')]),
    answers: [approve, { to: 'cap of 2', with: ['1'] }],
    status: 0,
    judge: async (end) => [
      ...differs('files', await deliveredFiles(end), ['T1.txt']),
      ...differs(
        'asked',
        end.asked.some((asked) => asked.includes('cap of 2')),
        true,
      ),
    ],
  },
  {
    name: 'a task that needs another capability is given to the role that has it',
    objective,
    settings: { policy: quiet },
    script: cast(
      [task('T1')],
      [
        scene({ role: 'documentation-writer' }, [
          write('T1.txt', 'T1\n'),
          ...says('completed', 'Written.', {
            docs: { created: ['T1.txt'], updated: [], parityVerified: true, coverage: 100 },
          }),
        ]),
        scene(
          { role: 'implementer' },
          says('failed', 'I cannot write prose.', {
            capabilityGap: { missing: 'prose', suggested: 'documentation-writer' },
          }),
        ),
      ],
    ),
    answers: [approve],
    status: 0,
    judge: async (end) => [
      ...differs('files', await deliveredFiles(end), ['T1.txt']),
      ...differs('reassigned', end.facts('reassigned').length, 1),
    ],
  },
  {
    name: 'what the final review blocks is repaired by its owner in one cycle',
    objective,
    settings: { policy: { ...quiet, review: { final: ['small'] } } },
    script: cast(
      [task('T1'), task('T2')],
      [
        scene(
          { role: 'reviewer', step: 'review/**', prompt: 'Held against it before' },
          reply(inspected('approved')),
        ),
        scene(
          { role: 'reviewer', step: 'review/**' },
          reply(
            inspected('needs_revision', [
              issue('T1.txt must end with a full stop.', 'T1.txt', { about: 'risk:correctness' }),
            ]),
          ),
        ),
        scene({ step: 'execute/F1@**' }, [write('T1.txt', 'T1.\n'), ...done]),
      ],
    ),
    answers: [approve],
    status: 0,
    judge: async (end) => [
      ...differs('files', await deliveredFiles(end), ['T1.txt', 'T2.txt']),
      ...differs('text', await end.git('show', 'tutti/story:T1.txt'), 'T1.'),
      ...differs('reviews', end.facts('reviewed').length, 2),
    ],
  },
]
