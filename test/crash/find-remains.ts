import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Breach } from './find-replay-breaches.ts'
import { breach } from './find-replay-breaches.ts'
import type { Place } from './place.ts'

/** What a run that has ended must not leave behind. */
export async function findRemains(place: Place): Promise<readonly Breach[]> {
  const processes = findProcesses(place)
  const [worktrees, files, damage] = await Promise.all([
    findWorktrees(place),
    findFiles(place),
    findDamage(place),
  ])
  return [
    ...processes.map((pid) => breach('process-left', `process ${pid}`)),
    ...worktrees.map((path) => breach('worktree-left', path)),
    ...files.map((path) => breach('file-left', path)),
    ...damage.map((line) => breach('repository-damaged', line)),
  ]
}

/** Processes that carry the marker of any run in this repository. */
export function findProcesses({ repository }: Place): readonly number[] {
  const marker = `\0TUTTI_MARKER=${join(repository, '.git')}#`
  const found: number[] = []
  for (const name of readdirSync('/proc')) {
    if (/^\d+$/.test(name) && `\0${environmentOf(name)}`.includes(marker)) found.push(Number(name))
  }
  return found
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8')
  } catch {
    return ''
  }
}

async function findWorktrees({ repository, environment }: Place): Promise<readonly string[]> {
  const registered = await readdir(join(repository, '.git', 'worktrees')).catch(() => [])
  const folder = join(environment['XDG_STATE_HOME'] ?? '', 'tutti')
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  return [...registered, ...names.filter((name) => name.includes('/'))]
}

/** Locks, drafts and other files that are only there while something is under way. */
async function findFiles({ repository }: Place): Promise<readonly string[]> {
  const names = await readdir(join(repository, '.git'), { recursive: true })
  return names.filter((name) =>
    /(\.lock|\.draft|\.new|-new|\.unfinished|\/lock\.\d+|\/lock-draft\.[^/]*)$/.test(name),
  )
}

async function findDamage({ repository, environment }: Place): Promise<readonly string[]> {
  try {
    const options = { cwd: repository, env: environment }
    const { stdout, stderr } = await promisify(execFile)('git', ['fsck', '--full', '--no-dangling'], options)
    return `${stdout}${stderr}`.split('\n').filter((line) => line !== '')
  } catch (thrown) {
    return [String(thrown)]
  }
}
