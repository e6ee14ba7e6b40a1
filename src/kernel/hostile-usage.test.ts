import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eventsOf, playbook, playThrough } from '../../test/harness/play-story.ts'
import { createTestWorld } from '../testing/test-world.ts'
import { BudgetBook } from './budget.ts'
import type { EventBody } from './event.ts'
import type { Usage } from './usage.ts'

/** Whatever a program, a damaged journal or a mistake of ours could hand on as an amount. */
const amount = fc.oneof(
  fc.constantFrom(null, 0, -0, -1000, -1e308, 1e308, Number.NaN, Infinity, -Infinity, 0.1, 5e-324),
  fc.double(),
  fc.integer(),
  fc.constantFrom('12', {}, [], true, undefined).map((value) => value as unknown as number),
)
const told: fc.Arbitrary<Usage> = fc.record({ turns: amount.map(Number), tokens: amount, usd: amount })
const step = fc.constantFrom('a', 'b', 'task/c', 'task/d')
const body: fc.Arbitrary<EventBody> = fc.oneof(
  fc
    .record({ type: fc.constant('step-started' as const), step })
    .map((event): EventBody => ({ ...event, kind: 'turn', version: 1, digest: '', attempt: 1 })),
  fc.record({
    type: fc.constant('step-spent' as const),
    step,
    attempt: fc.constant(1),
    usage: told,
  }),
  fc.record({
    type: fc.constant('step-completed' as const),
    step,
    attempt: fc.constant(1),
    usage: told,
    result: fc.constant({ value: null }),
  }),
)

function bookWith(limits: Readonly<Record<string, number>>): BudgetBook {
  const book = new BudgetBook()
  const stamp = { v: 1, seq: 1, at: 0 } as const
  const playbookIdentity = { name: 'p', version: 1 }
  const start = { run: 'r', playbook: playbookIdentity, input: { value: null }, limits, tutti: '0' }
  book.apply({ ...stamp, type: 'run-started', ...start })
  book.apply({ ...stamp, type: 'budget-opened', scope: 'task', limits })
  return book
}

const sums = (book: BudgetBook) =>
  [...book.budgets.values()].flatMap(({ spend }) => [spend.turns, spend.tokens, spend.usd])

describe('usage that makes no sense', () => {
  it('P5: no sequence of reports lowers a sum, or makes one that is no number', () => {
    fc.assert(
      fc.property(fc.array(body, { maxLength: 40 }), (bodies) => {
        const book = bookWith({ usd: 1 })
        let before = sums(book)
        bodies.forEach((each, index) => {
          book.apply({ v: 1, seq: index + 2, at: index, ...each })
          const after = sums(book)
          after.forEach((sum, place) => {
            expect(Number.isFinite(sum)).toBe(true)
            expect(sum).toBeGreaterThanOrEqual(before[place] ?? 0)
          })
          before = after
        })
      }),
    )
  })

  it('P5: whoever has told of a cap’s worth once stays over it, whatever is told after that', () => {
    fc.assert(
      fc.property(fc.array(body, { maxLength: 20 }), fc.array(told, { maxLength: 5 }), (bodies, live) => {
        const book = bookWith({ usd: 1, tokens: 1000 })
        const reserve = { turns: 1, tokens: null, usd: null }
        const spent = { turns: 1, tokens: 10, usd: 800 }
        const all: readonly EventBody[] = [
          { type: 'step-started', step: 'x', kind: 'turn', version: 1, digest: '', attempt: 1, reserve },
          { type: 'step-spent', step: 'x', attempt: 1, usage: spent },
          ...bodies,
        ]
        all.forEach((each, index) => book.apply({ v: 1, seq: index + 2, at: index, ...each }))
        for (const each of live) expect(book.isPassed('x', each)).toBe(true)
        expect(book.broken('y', reserve, 0)).not.toBeNull()
      }),
    )
  })

  it('P5: a cost of −1000 lets no cent through a cap of $1', async () => {
    const costs = [-1000, 0.6, -1000, 0.6, 0.6]
    const paid: number[] = []
    const story = playbook(async (run) => {
      for (const [index, usd] of costs.entries()) {
        await run.step(`turn-${index}`, {
          kind: 'turn',
          input: null,
          reserve: { turns: 1, tokens: null, usd: null },
          execute: async (context) => {
            paid.push(usd)
            context.spent({ turns: 1, tokens: null, usd })
            return null
          },
        })
      }
      return null
    })
    const world = createTestWorld()
    const outcome = await playThrough(story, world, { limits: { usd: 1 }, stopWhenWaiting: true })
    expect(outcome).toEqual({ status: 'waiting', questions: ['limit/run/usd/1'] })
    expect(paid).toEqual(costs.slice(0, 4))
    const [first] = (await eventsOf(world)).filter(({ type }) => type === 'step-completed')
    expect(first).toMatchObject({ usage: { usd: null, isSenseless: true } })
  })

  it('P5: nobody raises a cap by less than nothing', async () => {
    const world = createTestWorld()
    const story = playbook((run) =>
      run.step('work', {
        kind: 'work',
        input: null,
        execute: async ({ signal, world: { clock } }) => {
          await clock.sleep(10, signal)
          return null
        },
      }),
    )
    const { play } = await import('./play.ts')
    const live = await play({
      playbook: story,
      world,
      start: { run: 'r1', input: null, limits: { usd: 1 } },
      tutti: '0',
    })
    for (const wrong of [-5, 0, Number.NaN, Infinity]) {
      await expect(
        live.raise({ id: `o${wrong}`, dimension: 'usd', amount: wrong, by: 'me' }),
      ).rejects.toMatchObject({
        code: 'bad-input',
      })
    }
    await live.raise({ id: 'o', dimension: 'usd', amount: 1, by: 'me' })
    expect(await live.outcome).toMatchObject({ status: 'completed' })
  })
})
