import { join } from 'node:path'
import { removeEntry } from '../places/empty-folder.ts'
import { readSmallFile } from '../places/read-small-file.ts'
import type { GitContext } from './git-context.ts'
import { sharedPlace } from './git-context.ts'
import type { Worktree } from './open-worktree.ts'
import { withAccess, worktreePlace } from './restore-files.ts'
import { refuseHuge } from './refuse-huge.ts'
import type { GitPlace } from './git-place.ts'

export interface WrittenTree {
  readonly tree: string
  /** An index of exactly this tree that knows the files' times, by its name in the git directory; it may become its own. */
  readonly index: string
}

/**
 * The tree of the files as they are, without those that are ignored. It is read into an index of our own that
 * starts from `parent`, so that nothing an agent did to the worktree's index can hide or smuggle a file.
 */
export async function writeTree(
  context: GitContext,
  worktree: Worktree,
  parent: string,
): Promise<WrittenTree> {
  const index = 'tutti.index'
  const place = { ...worktreePlace(context, worktree), indexFile: join(worktree.gitDir, index) }
  await context.effect('git read-tree', async () => {
    await removeEntry(worktree.git, index)
    await context.git(place, ['read-tree', parent])
    // Git would otherwise write every file anew, which sets the times of all that it is stored in.
    await context.git(place, ['update-index', '-q', '--refresh'], { accept: [1] })
  })
  await withAccess(worktree.files, async () => {
    await adoptEmbeddedRepositories(context, worktree, place, parent)
    const links = await listLinks(context, place)
    await outOfSight(context, place, links, () => context.git(place, ['add', '--all']))
    await updateIndex(context, place, ['--add', '--remove', '--replace'], links)
  })
  const { stdout } = await context.effect('git write-tree', () => context.git(place, ['write-tree']))
  return { tree: stdout.trim(), index }
}

/** Paths of the index that are links to commits of other repositories. */
async function listLinks(context: GitContext, place: GitPlace): Promise<readonly string[]> {
  const { stdout } = await context.git(place, ['ls-files', '-z', '--stage'])
  const entries = stdout.split('\0').filter((entry) => entry.startsWith('160000 '))
  return entries.map((entry) => entry.slice(entry.indexOf('\t') + 1))
}

/**
 * Git would start another git in each of these repositories, to see whether anything in them has changed; that one
 * takes their own settings, and so the programs that an agent names there.
 */
async function outOfSight(
  context: GitContext,
  place: GitPlace,
  links: readonly string[],
  act: () => Promise<unknown>,
): Promise<void> {
  await updateIndex(context, place, ['--skip-worktree'], links)
  await context.effect('git add', act)
  await updateIndex(context, place, ['--no-skip-worktree'], links)
}

async function updateIndex(
  context: GitContext,
  place: GitPlace,
  how: readonly string[],
  paths: readonly string[],
): Promise<void> {
  if (paths.length === 0) return
  const input = paths.map((path) => `${path}\0`).join('')
  await context.effect('git update-index', () =>
    context.git(place, ['update-index', ...how, '-z', '--stdin'], { input }),
  )
}

/**
 * A repository that an agent made inside the workspace would become a link to commits that nobody has. A
 * placeholder in our index makes git walk it as the ordinary folder it should be; `git add` drops the placeholder.
 */
async function adoptEmbeddedRepositories(
  context: GitContext,
  worktree: Worktree,
  place: GitPlace,
  parent: string,
): Promise<void> {
  const list = ['ls-files', '-z', '--others', '--killed', '--exclude-standard']
  for (const adopted = new Set<string>(); ;) {
    const { stdout } = await context.git(place, list)
    const embedded: string[] = []
    const untracked = stdout.split('\0')
    if (adopted.size === 0) await refuseHugeChange(context, worktree, place, parent, untracked)
    for (const path of untracked) {
      if (path.endsWith('/') && !adopted.has(path) && !(await isSubmodule(context, worktree, place, path)))
        embedded.push(path)
    }
    if (embedded.length === 0) return
    for (const path of embedded) adopted.add(path)
    const { stdout: blob } = await context.git(place, ['hash-object', '--stdin'])
    const input = embedded.map((path) => `100644 ${blob.trim()}\t${path}.tutti-placeholder\0`).join('')
    const update = ['update-index', '-z', '--add', '--replace', '--index-info']
    await context.effect('git update-index', () => context.git(place, update, { input }))
  }
}

async function refuseHugeChange(
  context: GitContext,
  worktree: Worktree,
  place: GitPlace,
  parent: string,
  added: readonly string[],
): Promise<void> {
  const { stdout } = await context.git(place, ['ls-files', '-z', '--cached'])
  const sizes = (): Promise<ReadonlyMap<string, number>> => sizesAt(context, parent)
  await refuseHuge(worktree.path, { added, kept: stdout.split('\0'), sizes }, context.largestChange)
}

/** Of all files of a commit, as they are stored. */
async function sizesAt(context: GitContext, commit: string): Promise<ReadonlyMap<string, number>> {
  const list = ['ls-tree', '-r', '-z', '--long', '--full-tree', commit]
  const { stdout } = await context.git(sharedPlace(context), list)
  return new Map(
    stdout.split('\0').flatMap((entry) => {
      const tab = entry.indexOf('\t')
      const size = Number(entry.slice(0, tab).split(/ +/)[3])
      return Number.isNaN(size) ? [] : [[entry.slice(tab + 1), size] as const]
    }),
  )
}

/** Whether `.gitmodules` names the folder and there is a commit to link to: then it is meant as a submodule. */
async function isSubmodule(
  context: GitContext,
  worktree: Worktree,
  place: GitPlace,
  path: string,
): Promise<boolean> {
  const modules = await readSmallFile(worktree.files.at('.gitmodules'))
  if (modules === null) return false
  const query = ['config', '--file', '-', '-z', '--get-regexp', String.raw`^submodule\..*\.path$`]
  const { stdout } = await context.git(sharedPlace(context), query, { input: modules, accept: [1, 3, 128] })
  const paths = stdout.split('\0').map((entry) => entry.slice(entry.indexOf('\n') + 1).replace(/\/$/, ''))
  const folder = path.replace(/\/$/, '')
  if (!paths.includes(folder)) return false
  // Git is not asked in there: what the settings of that repository say is the agent's to decide.
  const added = ['add', '--dry-run', '--', `:(literal)${folder}`]
  return (await context.git(place, added, { accept: [1, 128] })).code === 0
}
