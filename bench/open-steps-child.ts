import { setMaxListeners } from 'node:events'
import { deferred } from '../src/kernel/deferred.ts'
import type { Run } from '../src/kernel/playbook.ts'
import { playOnDisk } from './play-on-disk.ts'

/** Bytes that open steps take, after the garbage is collected. */
export interface MemoryGrowth {
  readonly rss: number
  readonly heap: number
}

const STEPS = 1000
const HOUR = 3_600_000

async function measureGrowth(run: Run): Promise<MemoryGrowth> {
  const release = new AbortController()
  setMaxListeners(0, release.signal)
  const allOpen = deferred<void>()
  let open = 0
  await run.step('warm-up', { kind: 'bench', input: null, execute: async () => null })
  const idle = readMemory()
  const steps = Array.from({ length: STEPS }, (_, index) =>
    run.step(`step-${index}`, {
      kind: 'bench',
      input: { index },
      execute: async ({ world }) => {
        open += 1
        if (open === STEPS) allOpen.resolve()
        await world.clock.sleep(HOUR, release.signal).catch(() => undefined)
        return null
      },
    }),
  )
  await allOpen.promise
  const full = readMemory()
  release.abort()
  await Promise.all(steps)
  return { rss: full.rss - idle.rss, heap: full.heap - idle.heap }
}

function readMemory(): MemoryGrowth {
  if (!globalThis.gc) throw new Error('Start this with --expose-gc.')
  globalThis.gc()
  const { rss, heapUsed: heap } = process.memoryUsage()
  return { rss, heap }
}

const folder = process.argv[2]
if (folder === undefined) throw new Error('Say in which folder to play.')
await playOnDisk(folder, 'bench', async (run) => {
  process.stdout.write(JSON.stringify(await measureGrowth(run)))
})
