import { mkdirSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Enough for everything that tests have lying about at once. */
const ENOUGH_BYTES = 4 * 2 ** 30

/**
 * A test waits for the disk more than for anything else. Where there is much memory for files, temporary folders are
 * made there: what is written is as durable to the processes that a test kills as on a disk. Whoever sets TMPDIR, or
 * has TUTTI_TEST_DISK set, is asked for nothing. Real agents get a folder on the disk: Codex lays a `/dev` of its own over
 * that of its commands, and puts none of its helpers below `/tmp`.
 */
function takeQuickFolder(): void {
  if (process.env['TMPDIR'] !== undefined || process.env['TUTTI_TEST_DISK'] !== undefined) return
  try {
    const own = `tutti-tests-${process.getuid?.() ?? 0}`
    if (process.env['TUTTI_TEST_AGENT_NAMES']) return take(join('/var/tmp', own))
    const { bavail, bsize } = statfsSync('/dev/shm')
    if (bavail * bsize < ENOUGH_BYTES) return
    take(join('/dev/shm', own))
  } catch {
    process.env['TMPDIR'] = tmpdir()
  }
}

function take(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  process.env['TMPDIR'] = folder
}

takeQuickFolder()

/** Vitest calls this once for the whole run; loading the file has done the work already. */
export function setup(): void {}
