import { expect, test } from 'vitest'
import { readTeamOrder } from '../../../src/playbooks/team-coordinate/team-order.ts'
import { scene } from '../../harness/script.ts'
import { report, turnOf } from './team-cast.ts'
import { playTeam, tasksIn, toldIn, workedOn } from './play-team.ts'

const objective = 'Design the slug rules in docs/slugs.md, then implement the slug parser in src/slug.ts'

/** Says something at the first report and archives at the second. */
const saying = (text: string) => (name: string) => {
  if (!name.endsWith('/completion')) return null
  return name.includes('after-r1/') ? { option: null, text } : { option: 'archive' }
}

test('D28: revise does a task once more with what is said, and everything that builds on it', async () => {
  const played = await playTeam({ objective, answer: saying('revise DESIGN-001 Use dashes.') })
  expect(workedOn(played)).toEqual(['DESIGN-001', 'IMPL-001', 'DESIGN-001', 'IMPL-001'])
  expect(tasksIn(played)[0]?.description).toContain('FEEDBACK: Use dashes.')
  expect([...played.prompts.values()][2]).toContain('Use dashes.')
  expect(tasksIn(played).map(({ status }) => status)).toEqual(['completed', 'completed'])
})

test('D28: feedback reaches the tasks that it is about, and no other', async () => {
  const played = await playTeam({
    objective,
    answer: saying('feedback The developer forgot capital letters.'),
  })
  expect(workedOn(played)).toEqual(['DESIGN-001', 'IMPL-001', 'IMPL-001'])
})

test('D28, D44: improve takes the weakest dimension, and the task that is weakest in it', async () => {
  const weak = { completeness: 95, consistency: 95, accuracy: 95, depth: 61 }
  const played = await playTeam({
    objective,
    scenes: [scene({ step: turnOf('DESIGN-001') }, report('DESIGN-001', { quality: weak }))],
    answer: saying('improve'),
  })
  expect(workedOn(played)).toEqual(['DESIGN-001', 'IMPL-001', 'DESIGN-001', 'IMPL-001'])
  expect(tasksIn(played)[0]?.description).toContain('FEEDBACK: Improve its depth.')
})

test('D11, D28: an order to a team at work is heard when its workers are done, and nothing starts before', async () => {
  const order = { do: 'revise', task: 'DESIGN-001', text: 'Shorter.' }
  const played = await playTeam({
    objective,
    meanwhile: async (live) => {
      await live.order({ id: 'o1', order, by: 'Ada' })
    },
  })
  expect(toldIn(played)).toContain('[coordinator] Heard: revise DESIGN-001 Shorter.')
  expect(played.outcome).toMatchObject({ status: 'completed' })
  expect(tasksIn(played)[0]?.description).toContain('FEEDBACK: Shorter.')
  expect(workedOn(played).at(-1)).toBe('IMPL-001')
})

test('D28: what names no task changes nothing and says so', async () => {
  const played = await playTeam({ objective, answer: saying('revise IMPL-009 Again.') })
  expect(workedOn(played)).toEqual(['DESIGN-001', 'IMPL-001'])
  expect(toldIn(played).join('\n')).toContain('there is no such task')
})

test.each([
  ['D11: revise', 'revise IMPL-001 make it short', { do: 'revise', task: 'IMPL-001', text: 'make it short' }],
  ['D11: revise without words', ' Revise IMPL-001', { do: 'revise', task: 'IMPL-001', text: '' }],
  ['D11: feedback', 'feedback too long', { do: 'feedback', text: 'too long' }],
  ['D11: feedback without words is none', 'feedback', null],
  ['D11: improve', 'improve', { do: 'improve', dimension: null }],
  ['D11: improve a dimension', 'improve Depth', { do: 'improve', dimension: 'depth' }],
  ['D11: improve what is no dimension is none', 'improve the colours', null],
  ['D11: anything else is none', 'check', null],
])('%s', (_name, said, order) => {
  expect(readTeamOrder(said)).toEqual(order)
})
