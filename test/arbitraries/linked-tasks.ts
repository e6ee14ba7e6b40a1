import fc from 'fast-check'

interface DrawnTask {
  readonly id: string
  readonly dependencies: readonly string[]
}

/** Tasks without a circle, in any order: each depends only on tasks drawn before it. */
export const acyclicTasks: fc.Arbitrary<readonly DrawnTask[]> = fc
  .array(fc.array(fc.nat({ max: 30 }), { maxLength: 4 }), { maxLength: 30 })
  .map((draws) =>
    draws.map((draw, index) => ({
      id: `T${index}`,
      dependencies: index === 0 ? [] : draw.map((number) => `T${number % index}`),
    })),
  )
  .chain((tasks) => fc.shuffledSubarray(tasks, { minLength: tasks.length }))

/** Tasks with at least one circle of two or more, among others. */
export const cyclicTasks: fc.Arbitrary<readonly DrawnTask[]> = fc
  .tuple(acyclicTasks, fc.integer({ min: 2, max: 6 }), fc.nat())
  .chain(([others, length, seed]) => {
    const circle = Array.from({ length }, (_, index) => {
      const outside = others.length === 0 || seed % 2 === 0 ? [] : [`T${seed % others.length}`]
      return { id: `C${index}`, dependencies: [...outside, `C${(index + 1) % length}`] }
    })
    const behind = { id: 'B', dependencies: ['C0'] }
    const tasks = [...others, ...circle, behind]
    return fc.shuffledSubarray(tasks, { minLength: tasks.length })
  })
