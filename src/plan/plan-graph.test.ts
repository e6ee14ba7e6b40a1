import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acyclicTasks, cyclicTasks } from '../../test/arbitraries/linked-tasks.ts'
import { criticalPathLength, dependentsOf, readyTasks, wavesOf } from './plan-graph.ts'

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
    expect(criticalPathLength(chain)).toBe(50_000)
    expect(dependentsOf(chain, 'T0')).toHaveLength(49_999)
  })
})

describe('readyTasks', () => {
  it.each([
    [[], ['A', 'E']],
    [['A'], ['C', 'B', 'E']],
    [['A', 'B', 'E'], ['C']],
    [['A', 'B', 'C', 'E'], ['D']],
    [['A', 'B', 'C', 'D', 'E'], []],
  ])('after %j are %j', (done, ready) => {
    expect(readyTasks(DIAMOND, new Set(done)).map(({ id }) => id)).toEqual(ready)
  })

  it('never offers what waits for a task that is not there', () => {
    expect(readyTasks(tasksOf('A:X'), new Set())).toEqual([])
  })

  it('taken one at a time in any order, finish every acyclic plan', () => {
    fc.assert(
      fc.property(acyclicTasks, fc.infiniteStream(fc.nat()), (tasks, picks) => {
        const done = new Set<string>()
        for (const pick of picks) {
          const ready = readyTasks(tasks, done)
          const next = ready[pick % ready.length]
          if (next === undefined) break
          expect(next.dependencies.every((each) => done.has(each))).toBe(true)
          done.add(next.id)
        }
        expect(done.size).toBe(tasks.length)
      }),
    )
  })
})

describe('criticalPathLength', () => {
  it('is the longest chain', () => {
    expect(criticalPathLength(DIAMOND)).toBe(3)
    expect(criticalPathLength([])).toBe(0)
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
