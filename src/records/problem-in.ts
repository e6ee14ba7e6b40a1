import { RunFailure } from '../kernel/failure.ts'

/** Why what was written cannot be read, in the words of whoever reads it; `null` when it can. */
export function problemIn(read: () => unknown): string | null {
  try {
    read()
    return null
  } catch (thrown) {
    if (thrown instanceof RunFailure && thrown.code === 'bad-input') return thrown.message
    throw thrown
  }
}
