import { gemTask, historyEntry } from './plan-schema.ts'

type Fields = Readonly<Record<string, unknown>>

export interface Mended {
  readonly value: unknown
  /** What belongs to a task, nobody can say which. */
  readonly strays: readonly { readonly path: readonly (string | number)[]; readonly message: string }[]
}

const OWN = new Set(Object.keys(historyEntry.shape))
const OF_TASKS = Object.keys(gemTask.shape).filter((key) => !OWN.has(key))

/**
 * The format guide of gem-team's planner has `planning_history` in the middle of a task, so that the second half of a
 * task ends up under it. They are given back: the first to the first task that has none of them, and so on; where
 * that does not come out even, they are refused.
 */
export function mendHistory(value: unknown): Mended {
  if (!isFields(value)) return { value, strays: [] }
  const history = fieldsIn(value['planning_history'])
  const tasks = fieldsIn(value['tasks'])
  const bearing = history.flatMap((entry, index) => {
    const keys = OF_TASKS.filter((key) => Object.hasOwn(entry, key))
    return keys.length === 0 ? [] : [{ index, entry, keys }]
  })
  if (bearing.length === 0 || history.length !== lengthOf(value['planning_history']))
    return { value, strays: [] }
  const lacking = tasks.flatMap((task, index) =>
    bearing.some(({ keys }) => keys.some((key) => Object.hasOwn(task, key))) ? [] : [index],
  )
  if (lacking.length !== bearing.length || tasks.length !== lengthOf(value['tasks'])) {
    return { value, strays: bearing.map(({ index, keys }) => strayOf(index, keys)) }
  }
  const given = new Map(lacking.map((at, index) => [at, bearing[index]]))
  return {
    value: {
      ...value,
      tasks: tasks.map((task, index) => {
        const { entry = {}, keys = [] } = given.get(index) ?? {}
        return { ...task, ...Object.fromEntries(keys.map((key) => [key, entry[key]])) }
      }),
      planning_history: history.map((entry) =>
        Object.fromEntries(Object.entries(entry).filter(([key]) => !OF_TASKS.includes(key))),
      ),
    },
    strays: [],
  }
}

function strayOf(index: number, keys: readonly string[]): Mended['strays'][number] {
  const [first = ''] = keys
  return {
    path: ['planning_history', index, first],
    message: `${keys.map((key) => `\`${key}\``).join(', ')} under \`planning_history\` belong to a task, and nothing says to which; move them there.`,
  }
}

function fieldsIn(list: unknown): readonly Fields[] {
  return Array.isArray(list) ? list.filter(isFields) : []
}

function lengthOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
