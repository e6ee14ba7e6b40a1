import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/** A machine in a folder: a home with secrets, a repository that a run works in, and another one. */
export interface Decoy {
  readonly root: string
  readonly home: string
  readonly project: string
  readonly otherRepository: string
  /** In /tmp, where everybody writes. */
  readonly shared: string
  readonly remove: () => void
}

export const NOBODY = 65_534

const HOME_FILES: Readonly<Record<string, string>> = {
  '.ssh/id_ed25519': 'SECRET-ssh',
  '.aws/credentials': 'SECRET-aws',
  '.claude/.credentials.json': 'SECRET-claude',
  '.codex/auth.json': 'SECRET-own',
  '.npmrc': 'SECRET-npm',
  '.bashrc': '# mine',
  'Documents/letter.txt': 'SECRET-letter',
  '.config/tutti/trust.json': 'SECRET-trust',
  '.npm/_cacache/entry': 'cached',
  '.local/share/pnpm/store/file': 'cached',
}

export function makeDecoy(owner: 'ourselves' | 'nobody'): Decoy {
  const root = mkdtempSync(join(process.getuid?.() === 0 ? '/srv' : homedir(), 'tutti-decoy-'))
  const shared = mkdtempSync('/tmp/tutti-decoy-')
  const home = join(root, 'home')
  for (const [name, text] of Object.entries(HOME_FILES)) put(join(home, name), `${text}\n`)
  put(
    join(home, '.gitconfig'),
    '[user]\n\tname = A User\n\temail = user@example.test\n[http]\n\textraheader = SECRET-header\n',
  )
  put(join(shared, 'note'), 'SECRET-note\n')
  const [project, otherRepository] = [join(root, 'project'), join(root, 'other')]
  for (const folder of [project, otherRepository]) {
    put(join(folder, 'readme.md'), 'read me\n')
    put(join(folder, 'file'), 'file\n')
    put(join(folder, 'linked.txt'), 'linked\n')
    git(folder, home, ['init', '--quiet', '--template=', '--initial-branch=main'])
    git(folder, home, ['add', '.'])
    git(folder, home, ['commit', '--quiet', '--message', 'first'])
  }
  for (const name of ['hooks', 'info', 'objects/info'])
    mkdirSync(join(project, '.git', name), { recursive: true })
  git(project, home, ['config', 'http.extraheader', 'SECRET-header'])
  if (owner === 'nobody') execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, root, shared])
  const remove = (): void => {
    for (const folder of [root, shared]) rmSync(folder, { recursive: true, force: true })
  }
  return { root, home, project, otherRepository, shared, remove }
}

/** Every file, folder and link of the machine with what is in it, but for those below `own`. */
export function snapshot({ root, shared }: Decoy, own: readonly string[]): ReadonlyMap<string, string> {
  const seen = new Map<string, string>()
  const look = (path: string): void => {
    if (own.some((each) => path === each || path.startsWith(`${each}/`))) return
    const state = lstatSync(path)
    if (state.isDirectory()) {
      seen.set(path, `folder ${state.mode}`)
      for (const name of readdirSync(path)) look(join(path, name))
    } else if (state.isSymbolicLink()) seen.set(path, `link ${readlinkSync(path)}`)
    else if (state.isFile()) seen.set(path, `${state.mode} ${hash(readFileSync(path))}`)
    else seen.set(path, `${state.mode}`)
  }
  look(root)
  look(shared)
  return seen
}

/** The paths in which two looks differ. */
export function differences(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => before.get(path) !== after.get(path),
  )
}

function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function put(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

function git(folder: string, home: string, args: readonly string[]): void {
  execFileSync('git', [...args], { cwd: folder, env: { PATH: process.env['PATH'], HOME: home } })
}
