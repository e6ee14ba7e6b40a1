import { execFile } from 'node:child_process'
import { appendFile, mkdir, mkdtemp, realpath, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { ownKey } from '../../src/host/own-key.ts'
import { jobFiles } from './job.ts'
import { placeAt } from './place.ts'

/** A folder for many places, of which the template is the first. */
export async function makeFolder(parent = tmpdir()): Promise<string> {
  return realpath(await mkdtemp(join(parent, 'tutti-crash-')))
}

const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 2 ** 30

/** As `makeFolder`, in memory where there is room: a killed process loses nothing there that it keeps on a disk. */
export async function makeQuickFolder(): Promise<string> {
  const room = await statfs(MEMORY).catch(() => null)
  const isRoomy = room !== null && room.bavail * room.bsize >= ENOUGH_BYTES
  if (!isRoomy) return makeFolder()
  return makeFolder(MEMORY).catch(() => makeFolder())
}

/** The user's repository before the job, with everything in it that must not be touched: changes, a stash, a branch. */
export async function makeTemplate(root: string, files = jobFiles): Promise<void> {
  const { repository, meeting, environment } = placeAt(root)
  const git = (...args: readonly string[]): Promise<unknown> =>
    promisify(execFile)('git', args, { cwd: repository, env: environment })
  await mkdir(environment['HOME'] ?? root, { recursive: true })
  await mkdir(meeting)
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(repository, path)), { recursive: true })
    await writeFile(join(repository, path), text)
  }
  await git('init', '--quiet', '--template=', '--initial-branch=main')
  await git('config', 'user.name', 'A User')
  await git('config', 'user.email', 'user@example.test')
  await git('add', '--all')
  await git('commit', '--quiet', '--message', 'Begin')
  await git('branch', 'older')
  await appendFile(join(repository, 'notes.md'), 'Stashed.\n')
  await git('stash', 'push', '--quiet')
  await appendFile(join(repository, 'notes.md'), 'Staged.\n')
  await git('add', 'notes.md')
  await appendFile(join(repository, 'notes.md'), 'Not staged.\n')
  await writeFile(join(repository, 'untracked.txt'), 'Untracked.\n')
  // Made once for a user and not for a run, so no run is cut while it is.
  await ownKey(join(environment['XDG_STATE_HOME'] ?? root, 'tutti', 'key'))
}
