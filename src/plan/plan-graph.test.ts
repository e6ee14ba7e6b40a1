import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acyclicTasks, cyclicTasks } from '../../test/arbitraries/linked-tasks.ts'
import { dependentsOf, neededBy, plannedWaves, wavesOf } from './plan-graph.ts'

/** Tasks from `B<A,C>`-like words: `B:A,C` depends on A and C. */
function tasksOf(...words: readonly string[]) {
  return words.map((word) => {
    const [id = '', dependencies] = word.split(':')
    return { id, dependencies: dependencies === undefined ? [] : dependencies.split(',') }
  })
}

const DIAMOND = tasksOf('D:B,C', 'C:A', 'B:A', 'A', 'E')

describe('wavesOf', () => {
  it('puts each task in the first level it can stand in, in the order of the plan', () => {
    expect(wavesOf(DIAMOND)).toEqual([['A', 'E'], ['C', 'B'], ['D']])
  })

  it('counts a dependency that is named twice once', () => {
    expect(wavesOf(tasksOf('A', 'B:A,A'))).toEqual([['A'], ['B']])
  })

  it.each([
    ['wait for each other', tasksOf('A:B', 'B:A', 'C'), [['C']]],
    ['wait for themselves', tasksOf('A:A', 'B'), [['B']]],
    ['wait for one that is not there', tasksOf('A:X', 'B:A', 'C'), [['C']]],
    ['are none', [], []],
  ])('leaves out tasks that %s', (_name, tasks, waves) => {
    expect(wavesOf(tasks)).toEqual(waves)
  })

  it('covers every acyclic plan once and respects every dependency', () => {
    fc.assert(
      fc.property(acyclicTasks, (tasks) => {
        const waves = wavesOf(tasks)
        const level = new Map(waves.flatMap((wave, index) => wave.map((id) => [id, index])))
        expect(waves.flat().toSorted()).toEqual(tasks.map(({ id }) => id).toSorted())
        for (const wave of waves) {
          expect(wave).toEqual(tasks.map(({ id }) => id).filter((id) => wave.includes(id)))
        }
        for (const { id, dependencies } of tasks) {
          const levels = dependencies.map((each) => level.get(each) ?? Infinity)
          expect(level.get(id)).toBe(Math.max(-1, ...levels) + 1)
        }
      }),
    )
  })

  it('covers of a cyclic plan exactly what does not wait for the circle', () => {
    fc.assert(
      fc.property(cyclicTasks, (tasks) => {
        const covered = new Set(wavesOf(tasks).flat())
        expect(tasks.filter(({ id }) => covered.has(id) !== id.startsWith('T'))).toEqual([])
      }),
    )
  })

  it('takes a chain of fifty thousand', () => {
    const chain = Array.from({ length: 50_000 }, (_, index) => ({
      id: `T${index}`,
      dependencies: index === 0 ? [] : [`T${index - 1}`],
    }))
    expect(wavesOf(chain)).toHaveLength(50_000)
    expect(dependentsOf(chain, 'T0')).toHaveLength(49_999)
  })
})

describe('plannedWaves', () => {
  const planned = (
    ...tasks: readonly { readonly id: string; readonly wave?: number; readonly after?: string }[]
  ) =>
    plannedWaves(
      tasks.map(({ id, wave = null, after }) => ({
        id,
        wave,
        dependencies: after === undefined ? [] : [after],
      })),
    )

  it('puts each task where it says, never before what it waits for, and without empty waves', () => {
    expect(
      planned(
        { id: 'A', wave: 3 },
        { id: 'B', wave: 1 },
        { id: 'C', wave: 3, after: 'A' },
        { id: 'D', wave: 1, after: 'A' },
        { id: 'E', after: 'A' },
        { id: 'F' },
      ),
    ).toEqual([['B', 'F'], ['A', 'C', 'D'], ['E']])
  })

  it('is wavesOf where no task names a wave', () => {
    fc.assert(
      fc.property(acyclicTasks, (tasks) => {
        expect(plannedWaves(tasks.map((task) => ({ ...task, wave: null })))).toEqual(wavesOf(tasks))
      }),
    )
  })
})

describe('neededBy', () => {
  it('finds all that a task waits for, also in a circle', () => {
    expect([...neededBy(DIAMOND)('D')].toSorted()).toEqual(['A', 'B', 'C'])
    expect([...neededBy(tasksOf('A:B', 'B:A'))('A')].toSorted()).toEqual(['A', 'B'])
    expect([...neededBy(DIAMOND)('X')]).toEqual([])
  })

  it('is dependentsOf seen from the other end', () => {
    fc.assert(
      fc.property(acyclicTasks, (tasks) => {
        const needed = neededBy(tasks)
        for (const { id } of tasks) {
          const behind = tasks.filter((task) => needed(task.id).has(id)).map((task) => task.id)
          expect(dependentsOf(tasks, id)).toEqual(behind)
        }
      }),
    )
  })
})

describe('dependentsOf', () => {
  it('finds those behind others too, in the order of the plan', () => {
    expect(dependentsOf(DIAMOND, 'A')).toEqual(['D', 'C', 'B'])
    expect(dependentsOf(DIAMOND, 'D')).toEqual([])
    expect(dependentsOf(DIAMOND, 'X')).toEqual([])
    expect(dependentsOf(tasksOf('A:B', 'B:A'), 'A')).toEqual(['B'])
  })

  it('holds a task exactly when one of its dependencies is the task or behind it', () => {
    fc.assert(
      fc.property(acyclicTasks, fc.nat(), (tasks, pick) => {
        const root = tasks[pick % Math.max(tasks.length, 1)]?.id ?? ''
        const behind = new Set(dependentsOf(tasks, root))
        for (const { id, dependencies } of tasks) {
          expect(behind.has(id)).toBe(dependencies.some((each) => each === root || behind.has(each)))
        }
      }),
    )
  })
})
