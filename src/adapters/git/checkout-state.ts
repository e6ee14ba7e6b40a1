import { lstat, readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { SharedFinding } from '../../kernel/ports/workspaces.ts'
import { FILES_WORKSPACE } from '../../kernel/ports/workspaces.ts'
import type { GitContext } from './git-context.ts'
import { runFolder } from './git-context.ts'

/** Changed and untracked files of the user's checkout, each by what a look at its entry tells. */
export type CheckoutState = Readonly<Record<string, string>>

/** Beyond these only their names are compared: a look must stay cheap whatever lies around. */
const MOST_LOOKS = 2000
const MOST_NAMED = 10

/**
 * What differs from the commit in the user's checkout; git's own index makes that cheap, and it is not written.
 * `null` when git cannot tell.
 */
export async function readCheckout(context: GitContext): Promise<CheckoutState | null> {
  const what = ['--no-renames', '--untracked-files=all', '--ignore-submodules=dirty']
  const args = ['status', '--porcelain=v1', '-z', ...what]
  const { code, stdout } = await context.git({ cwd: context.root }, args, { accept: [1, 128] })
  if (code !== 0) return null
  const ours = [context.worktreesRoot, dirname(context.stateFolder)].map((path) =>
    relative(context.root, path),
  )
  const paths = stdout
    .split('\0')
    .map((entry) => entry.slice(3))
    .filter((path) => path !== '' && !ours.some((own) => touches(path, own)))
  const state: Record<string, string> = {}
  for (const [index, path] of paths.entries()) {
    state[path] = index < MOST_LOOKS ? await look(context, path) : ''
  }
  return state
}

/**
 * Files that changed in the user's checkout during a turn. They may be his own doing, so nothing is undone. What is
 * the same in the files of the run's process was put there by the run.
 */
export async function compareCheckout(
  context: GitContext,
  run: string,
  before: CheckoutState | undefined,
): Promise<readonly SharedFinding[]> {
  const now = before === undefined ? null : await readCheckout(context)
  if (before === undefined || now === null) return []
  const changed: string[] = []
  for (const path of new Set([...Object.keys(now), ...Object.keys(before)])) {
    const was = before[path]
    // One that was changed and is so no more may have been committed as it was.
    const is = now[path] ?? (was === '' ? '' : await look(context, path))
    if (was !== is && !(await isOfRun(context, run, path))) changed.push(path)
  }
  if (changed.length === 0) return []
  changed.sort()
  const named = changed.slice(0, MOST_NAMED).join(', ')
  const more = changed.length > MOST_NAMED ? ` and ${changed.length - MOST_NAMED} more` : ''
  const message = `Files in your checkout changed meanwhile: ${named}${more}. They may be your own doing, so they were left alone.`
  return [{ what: 'checkout', name: changed[0] ?? '', action: 'reported', message }]
}

async function look(context: GitContext, path: string): Promise<string> {
  const found = await lstat(join(context.root, path), { bigint: true }).catch(() => null)
  return found === null ? 'gone' : `${found.mode} ${found.size} ${found.mtimeNs}`
}

async function isOfRun(context: GitContext, run: string, path: string): Promise<boolean> {
  const read = (folder: string): Promise<Buffer | null> => readFile(join(folder, path)).catch(() => null)
  const own = await read(join(runFolder(context, run), FILES_WORKSPACE))
  return own !== null && (await read(context.root))?.equals(own) === true
}

/** Whether a path lies in a folder of ours, or holds it. */
function touches(path: string, own: string): boolean {
  const [one, other] = [`${path.replace(/\/$/, '')}/`, `${own}/`]
  return one.startsWith(other) || other.startsWith(one)
}
