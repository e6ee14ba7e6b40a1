import { cast } from './cast.ts'
import { deliveredFiles, differs, missing, stagesOf, turnsOf } from './judge-end.ts'
import type { Story } from './story.ts'

const approveAll = { to: 'approve/', with: ['approve'] }
const discussion = [
  { to: 'How shall interface be', with: ['1'] },
  { to: 'How shall logic be', with: ['Rich logic'] },
  { to: 'How shall data be', with: ['As it is stored today'] },
]

export const tierStories: readonly Story[] = [
  {
    name: 'trivial: one clear edit takes the short path and is still proven',
    objective: 'Fix the typo in README.md: "projcet" should be "project"',
    files: { 'README.md': '# A projcet\n' },
    script: cast([{ id: 'T1', writes: { 'README.md': '# A project\n' } }]),
    status: 0,
    judge: async (end) => [
      ...differs('stages', stagesOf(end), ['intake', 'plan', 'approve', 'execute', 'deliver']),
      ...differs('turns', end.turns.length, 1),
      ...differs('questions', end.asked, []),
      ...differs('files', await deliveredFiles(end), ['README.md']),
      ...(end.view.verdicts.some(({ status }) => status === 'passed') ? [] : ['nothing was proven']),
    ],
  },
  {
    name: 'small: researched, planned, audited where needed, approved, built',
    objective: 'Add a greeting to src/greet.txt so that it says hello, and mention it in README.md',
    files: { 'src/greet.txt': 'nothing\n' },
    settings: { policy: { tier: 'small' } },
    script: cast([
      { id: 'T1', writes: { 'src/greet.txt': 'hello\n' }, more: { covers: [] } },
      {
        id: 'T2',
        after: ['T1'],
        writes: { 'README.md': '# A project that says hello\n' },
        more: { covers: [] },
      },
    ]),
    answers: [approveAll],
    status: 0,
    judge: async (end) => [
      ...differs('stages', stagesOf(end), [
        'intake',
        'research',
        'plan',
        'challenge',
        'approve',
        'execute',
        'deliver',
      ]),
      ...differs('files', await deliveredFiles(end), ['README.md', 'src/greet.txt']),
      ...differs('research', turnsOf(end, 'research/'), 1),
    ],
  },
  {
    name: 'medium: talked over, specified, challenged, reviewed, learnt from',
    objective: 'Add an export of all notes with paging and error handling to the command line',
    settings: { policy: { tier: 'medium' } },
    script: cast([{ id: 'T1' }, { id: 'T2' }, { id: 'T3', after: ['T1', 'T2'] }]),
    answers: [...discussion, approveAll],
    status: 0,
    judge: async (end) => [
      ...differs('stages', stagesOf(end), [
        'intake',
        'discuss',
        'specify',
        'research',
        'plan',
        'challenge',
        'approve',
        'execute',
        'review',
        'learn',
        'deliver',
      ]),
      ...missing(await deliveredFiles(end), ['T1.txt', 'T2.txt', 'T3.txt', 'docs/PRD.yaml', 'AGENTS.md']),
      ...differs('clarified', end.facts('clarified').length, 3),
      ...differs('reviews', end.facts('reviewed').length, 4),
    ],
  },
  {
    name: 'large: three plans to choose from, waves that wait, a critic after each',
    objective: 'Move the whole storage to a new format across all packages, with a migration',
    settings: { policy: { tier: 'large' } },
    script: cast([{ id: 'T1' }, { id: 'T2' }, { id: 'T3', after: ['T1', 'T2'] }]),
    answers: [...discussion, { to: 'approve', with: ['approve'] }],
    status: 0,
    judge: async (end) => [
      ...missing(await deliveredFiles(end), ['T1.txt', 'T2.txt', 'T3.txt', 'docs/PRD.yaml']),
      ...differs('planners', turnsOf(end, 'plan/r1/'), 3),
      ...differs('research', turnsOf(end, 'research/'), 4),
      ...(turnsOf(end, 'executab') > 0 ? [] : ['nobody walked through the plan']),
      ...(end.facts('announced').length >= 2 ? [] : ['waves were not announced']),
    ],
  },
]
