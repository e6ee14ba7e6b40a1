import { openSync, writeSync } from 'node:fs'
import type { Effect } from '../kernel/ports/effect.ts'
import { plainEffect } from '../kernel/ports/effect.ts'

/**
 * With `TUTTI_TRACE` naming a file, every outside effect writes a line when it begins (`+`) and when it ends
 * (`-`), so that after a crash one can see what was under way.
 */
export function createTracer(file: string | undefined): Effect {
  if (file === undefined || file === '') return plainEffect
  const descriptor = openSync(file, 'a')
  return async (label, act) => {
    writeSync(descriptor, `+${process.pid} ${label}\n`)
    try {
      return await act()
    } finally {
      writeSync(descriptor, `-${process.pid} ${label}\n`)
    }
  }
}
