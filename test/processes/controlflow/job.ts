import type { ProcessScript } from '../../harness/play-process.ts'
import { reply, scene } from '../../harness/script.ts'
import type { CastTask } from '../../stories/cast.ts'
import { audited, cast, done, issue, inspected, planOf, says, write } from '../../stories/cast.ts'

const tasks: readonly CastTask[] = [
  {
    id: 'parse',
    title: 'Parse the list of prices',
    writes: { 'src/parse.txt': 'parse\n' },
    more: { context: ['README.md'], verification: ['npm test'] },
  },
  {
    id: 'store',
    title: 'Store what was parsed',
    writes: { 'src/store.txt': 'store\n', 'src/index.txt': 'store\n' },
  },
  {
    id: 'show',
    title: 'Show the prices',
    role: 'ui-implementer',
    after: ['parse', 'store'],
    writes: { 'src/show.txt': 'show\n', 'src/style.txt': 'style\n' },
  },
  {
    id: 'guide',
    title: 'Write the guide to the prices',
    role: 'documentation-writer',
    after: ['store'],
    writes: { 'docs/guide.txt': 'guide\n' },
  },
]

const risks = [
  {
    category: 'performance',
    applicability: 'applicable',
    impact: 'medium',
    disposition: 'resolved',
    note: 'Lists are read line by line.',
  },
  {
    category: 'migration-rollback',
    applicability: 'not-applicable',
    impact: 'low',
    disposition: 'not-applicable',
  },
]

const plan = (more = {}) =>
  planOf(tasks, {
    objective: 'Prices can be read, stored and shown',
    confidence: 0.85,
    risks,
    contracts: [{ from: 'store', to: 'show', interface: 'prices()', format: 'a list of {name, price}' }],
    openQuestions: [{ question: 'Which currency?', options: ['euro', 'dollar'], recommendation: 'euro' }],
    ...more,
  })

const objection = {
  severity: 'blocking',
  category: 'order',
  text: 'Nobody has said what a price is.',
  about: 'parse',
  where: 'parse',
  fix: 'Say it.',
}

/** A medium job in two waves: one revision, a question, a failure that is put right, a review that blocks once. */
export const job: ProcessScript = {
  process: 'controlflow',
  objective: 'Read, store and show the list of prices, and write a guide to it',
  files: { 'src/index.txt': 'index\n' },
  ...cast(tasks, [
    scene({ role: 'planner', step: 'plan/r2/**' }, reply(plan({ confidence: 0.95 }))),
    scene({ role: 'planner' }, reply(plan())),
    scene(
      { role: 'plan-auditor', step: 'challenge/r1/**' },
      reply(audited(tasks, { verdict: 'needs_revision', findings: [objection] })),
    ),
    scene({ step: 'execute/store@r*/attempt-1/implement/try-1/turn' }, [
      ...says('needs_input', 'Where shall prices be stored?', {
        clarification: {
          options: [
            {
              id: 'file',
              description: 'In a file',
              pros: 'simple',
              cons: 'slow',
              affectedFiles: ['src/store.txt'],
            },
            {
              id: 'memory',
              description: 'In memory',
              pros: 'fast',
              cons: 'gone',
              affectedFiles: ['src/index.txt'],
            },
          ],
          recommended: 'file',
          impact: 'Everything that reads prices.',
        },
      }),
    ]),
    scene({ step: 'execute/parse@r*/attempt-2/implement/**' }, [
      write('src/parse.txt', 'parse, and refuse what is negative\n'),
      ...done,
    ]),
    scene({ step: 'execute/show@r*/attempt-1/implement/**' }, [
      write('src/show.txt', 'BROKEN\n'),
      write('src/style.txt', 'style\n'),
      ...done,
    ]),
    scene(
      { role: 'reviewer', step: 'execute/parse@r*/attempt-1/review/**' },
      reply(inspected('needs_revision', [issue('A price may be negative.', 'src/parse.txt')])),
    ),
    scene({ step: 'execute/guide@r*/attempt-*/implement**' }, [
      { act: 'write', path: 'docs/guide.txt', text: 'guide\n' },
      ...reply({
        status: 'completed',
        summary: 'It is written.',
        docs: { created: ['docs/guide.txt'], updated: [], parityVerified: true },
      }),
    ]),
  ]),
  answer: (name) => (/\/input-1$/.test(name) ? { option: 'option-file' } : null),
}
