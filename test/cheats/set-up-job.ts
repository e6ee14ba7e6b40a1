import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { stringify } from 'yaml'
import type { Place } from '../crash/place.ts'
import { placeAt } from '../crash/place.ts'
import type { Job } from './job.ts'

/** Makes the user's repository as the job wants it, in one commit on main, with a home of its own. */
export async function setUpJob(root: string, { files, loose = {}, settings }: Job): Promise<Place> {
  const place = placeAt(root)
  await mkdir(place.environment['HOME'] ?? root, { recursive: true })
  await writeFiles(place.repository, { ...files, 'tutti.yaml': stringify(settings) })
  await git(place, 'init', '--quiet', '--template=', '--initial-branch=main')
  await git(place, 'config', 'user.name', 'A User')
  await git(place, 'config', 'user.email', 'user@example.test')
  await git(place, 'add', '--all')
  await git(place, 'commit', '--quiet', '--message', 'Begin')
  await writeFiles(place.repository, loose)
  return place
}

/** What git printed, as the user would run it in the checkout. */
export async function git({ repository, environment }: Place, ...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', args, { cwd: repository, env: environment })
  return stdout.trimEnd()
}

export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}
