import type { Json } from '../../../kernel/json.ts'
import type { Clock } from '../../../kernel/ports/clock.ts'
import type { Store } from '../../../kernel/ports/store.ts'

/** A store that ends with its process, for tests. */
export function createMemoryStore(clock: Pick<Clock, 'now'>): Store {
  const entries = new Map<string, { readonly text: string; readonly writtenAt: number }>()
  const nameOf = (kind: string, key: string): string => JSON.stringify([kind, key])
  return {
    async read(kind, key) {
      const entry = entries.get(nameOf(kind, key))
      return entry === undefined
        ? null
        : { value: JSON.parse(entry.text) as Json, writtenAt: entry.writtenAt }
    },
    async write(kind, key, value) {
      entries.set(nameOf(kind, key), { text: JSON.stringify(value), writtenAt: clock.now() })
    },
  }
}
