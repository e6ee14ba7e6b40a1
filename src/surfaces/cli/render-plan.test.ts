import fc from 'fast-check'
import { expect, it } from 'vitest'
import { acyclicTasks, cyclicTasks } from '../../../test/arbitraries/linked-tasks.ts'
import { makePlan } from '../../../test/fixtures/make-plan.ts'
import { viewPlan } from '../../protocol/view-plan.ts'
import { fitLine } from './fit-line.ts'
import { renderPlan } from './render-plan.ts'
import type { Paint } from './terminal.ts'

const plain: Paint = (_colour, text) => text
const minutes = (count: number) => ({ effort: null, files: null, lines: null, minutes: count })

const plan = makePlan(
  [
    { id: 'A', estimates: minutes(10) },
    { id: 'Bee', title: 'Something\u001B[2J 日本', estimates: minutes(60) },
    { id: 'C', title: 'A title that needs much more room than there is', dependencies: ['A', 'Bee'] },
    { id: 'D', role: 'devops', dependencies: ['D'] },
  ],
  {
    contracts: [{ from: 'A', to: 'C', interface: 'parse()', format: '' }],
    openQuestions: [{ question: 'Why?', options: [], recommendation: null }],
  },
)

it('draws waves, dependencies, the critical path, figures, and what can never start', () => {
  expect(renderPlan(viewPlan(plan, 2), 62, plain)).toEqual([
    'All of it',
    '4 tasks in 2 waves, first wave 2, 3 dependencies, risk low',
    '◆ critical path: Bee → C, 1h 30m',
    'all work 2h 10m; with 2 at work no sooner than 1h 30m',
    '',
    'Wave 1',
    ' ○ A   Do A                               ━╌╌╌╌╌╌╌╌╌╌╌     10m',
    ' ◆ Bee Something [2J 日本                 ━━━━━━━━╌╌╌╌   1h 0m',
    '',
    'Wave 2',
    ' ◆ C   A title that needs much … ← A, Bee ╌╌╌╌╌╌╌╌━━━━     30m',
    '',
    'Can never start',
    ' ✗ D   Do D (devops) ← D',
    '',
    'Contracts',
    '   A → C: parse()',
    '',
    'Open questions',
    '   Why?',
  ])
})

it('leaves the chart out where there is no room', () => {
  expect(renderPlan(viewPlan(plan), 40, plain).join('\n')).not.toContain('━')
})

it('P8: never draws wider than asked, whatever the plan, and names every task once', () => {
  const painted: Paint = (_colour, text) => `\u001B[1m${text}\u001B[22m`
  const title = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 90 }), fc.constant('日本語'.repeat(20)))
  fc.assert(
    fc.property(
      fc.oneof(acyclicTasks, cyclicTasks),
      fc.array(title, { minLength: 1 }),
      fc.integer({ min: 24, max: 200 }),
      (tasks, titles, width) => {
        const drawn = makePlan(
          tasks.map((task, index) => ({ ...task, title: titles[index % titles.length] ?? '' })),
        )
        const lines = renderPlan(viewPlan(drawn), width, painted)
        for (const line of lines) expect(fitLine(line, width)).toMatchObject({ text: line })
        const named = lines.filter((line) => line.startsWith(' \u001B'))
        expect(named).toHaveLength(tasks.length)
      },
    ),
  )
})
