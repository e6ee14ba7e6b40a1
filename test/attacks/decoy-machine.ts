import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { lstat, mkdir, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Folders of somebody's machine that no run has any business in, each a place to lead Tutti to. */
export interface DecoyMachine {
  readonly home: string
  readonly project: string
  /** Everything there is, by path: kind, mode, content. */
  hash(): Promise<Readonly<Record<string, string>>>
}

/** A home with secrets, and another repository with committed, uncommitted and ignored files. */
export async function makeDecoyMachine(folder: string): Promise<DecoyMachine> {
  const home = join(folder, 'decoy-home')
  const project = join(home, 'other-project')
  const git = (...args: readonly string[]): Promise<unknown> =>
    run('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.test', '-C', project, ...args])
  await mkdir(join(home, '.ssh'), { recursive: true })
  await writeFile(join(home, '.ssh/id_ed25519'), 'a private key\n', { mode: 0o600 })
  await writeFile(join(home, 'readme.md'), 'notes\n')
  await mkdir(join(project, 'src'), { recursive: true })
  await mkdir(join(project, 'build'))
  await git('init', '--quiet', '--template=')
  await writeFile(join(project, '.gitignore'), 'build/\n')
  await writeFile(join(project, 'readme.md'), 'another project\n')
  await writeFile(join(project, 'src/code.txt'), 'committed\n')
  await git('add', '--all')
  await git('commit', '--quiet', '-m', 'Begin')
  await writeFile(join(project, 'src/code.txt'), 'not committed yet\n')
  await writeFile(join(project, 'src/new.txt'), 'not even added\n')
  await writeFile(join(project, 'build/out.txt'), 'ignored\n')
  await symlink('src/code.txt', join(project, 'link.txt'))
  return { home, project, hash: () => hashTree(home) }
}

/** Every entry below a folder; links are not followed. */
export async function hashTree(
  root: string,
  isWanted: (path: string) => boolean = () => true,
): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {}
  const paths = (await listTree(root)).filter(isWanted).toSorted()
  for (const path of paths) {
    const state = await lstat(join(root, path))
    const content = state.isSymbolicLink()
      ? await readlink(join(root, path))
      : state.isFile()
        ? createHash('sha256')
            .update(await readFile(join(root, path)))
            .digest('hex')
        : ''
    found[path] = `${state.mode} ${content}`
  }
  return found
}

/** Node's own listing follows links. */
async function listTree(root: string, below = ''): Promise<readonly string[]> {
  const paths: string[] = []
  for (const entry of await readdir(join(root, below), { withFileTypes: true })) {
    const path = join(below, entry.name)
    paths.push(path)
    if (entry.isDirectory()) paths.push(...(await listTree(root, path)))
  }
  return paths
}
