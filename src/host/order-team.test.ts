import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeJournal } from '../../test/harness/write-journal.ts'
import type { EventBody } from '../kernel/event.ts'
import type { Locations } from './locations.ts'
import { orderTeam } from './order-team.ts'
import { readEvents } from './run-store.ts'

const ada = { by: 'Ada', door: 'terminal' } as const

let folder: string
let locations: Locations
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tutti-team-orders-'))
  locations = {
    runs: join(folder, 'runs'),
    worktrees: join(folder, 'worktrees'),
    key: join(folder, 'own', 'key'),
  } as Locations
})
afterEach(() => rm(folder, { recursive: true }))

const journalOf = (...bodies: readonly EventBody[]): Promise<void> => writeJournal(locations, bodies)

const startedBy = (name: string): EventBody => ({
  type: 'run-started',
  run: 'one',
  playbook: { name, version: 1 },
  input: { value: { objective: 'so' } },
  limits: {},
  tutti: '0',
})

const told = (kind: string, name: string, value: object): EventBody => ({
  type: 'fact-recorded',
  name,
  kind,
  version: 1,
  value: JSON.parse(JSON.stringify(value)),
})

const planned = told('plan', 'team/r1/plan', {
  revision: 1,
  tasks: [{ id: 'IMPL-001', title: 'so', dependencies: [] }],
})
const atWork = told('stage', 'stage-execute', { stage: 'execute' })

test('an order to a team that is not played waits in its journal', async () => {
  await journalOf(startedBy('team-coordinate'), planned, atWork)
  const ordered = await orderTeam(locations, 'one', 'revise IMPL-001 shorter', ada)
  expect(ordered).toMatchObject({
    told: 'into-the-journal',
    question: null,
    words: 'revise IMPL-001 shorter',
  })
  expect((await readEvents(locations, 'one')).at(-1)).toMatchObject({
    kind: 'ordered',
    value: { order: { do: 'revise', task: 'IMPL-001', text: 'shorter' }, ...ada },
  })
})

test('a team that asks what becomes of its session is answered', async () => {
  const question = 'team/after-r1/completion'
  const ask = { kind: 'choice', text: '?', options: [], free: true } as const
  await journalOf(startedBy('team-coordinate'), planned, atWork, { type: 'question-asked', question, ask })
  expect(await orderTeam(locations, 'one', 'feedback too long', ada)).toMatchObject({ question })
  expect((await readEvents(locations, 'one')).at(-1)).toMatchObject({
    type: 'question-answered',
    answer: { option: null, text: 'feedback too long', ...ada },
  })
})

test.each([
  ['a run of another process', 'standard', 'improve', [planned, atWork], 'is for runs of team-coordinate'],
  ['a task that is not there', 'team-coordinate', 'revise T9', [planned, atWork], 'Its tasks: IMPL-001.'],
  [
    'what is no dimension',
    'team-coordinate',
    'improve the colours',
    [planned, atWork],
    'One of completeness',
  ],
  ['a team that is not there yet', 'team-coordinate', 'improve', [planned], 'has no team at work'],
  [
    'a run that has ended',
    'team-coordinate',
    'improve',
    [planned, atWork, { type: 'run-completed', result: { value: null } } as EventBody],
    'takes no orders',
  ],
] as const)('%s is refused in one sentence', async (_what, playbook, said, bodies, words) => {
  await journalOf(startedBy(playbook), ...bodies)
  await expect(orderTeam(locations, 'one', said, ada)).rejects.toThrow(words)
})
