import { mkdirSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Enough for everything that tests have lying about at once. */
const ENOUGH_BYTES = 4 * 2 ** 30

/**
 * A test waits for the disk more than for anything else. Where there is much memory for files, temporary folders are
 * made there: what is written is as durable to the processes that a test kills as on a disk. Whoever sets TMPDIR, or
 * has TUTTI_TEST_DISK set, is asked for nothing.
 */
function takeQuickFolder(): void {
  if (process.env['TMPDIR'] !== undefined || process.env['TUTTI_TEST_DISK'] !== undefined) return
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    if (bavail * bsize < ENOUGH_BYTES) return
    const folder = join('/dev/shm', `tutti-tests-${process.getuid?.() ?? 0}`)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    process.env['TMPDIR'] = folder
  } catch {
    process.env['TMPDIR'] = tmpdir()
  }
}

takeQuickFolder()

/** Vitest calls this once for the whole run; loading the file has done the work already. */
export function setup(): void {}
