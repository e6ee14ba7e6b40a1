import { realpath } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { digestOf } from '../../kernel/digest.ts'
import { RunFailure } from '../../kernel/failure.ts'
import type { RunGit } from './run-git.ts'
import { createGitRunner, lastLines, MINIMUM_GIT } from './run-git.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The user's repository, by real and absolute paths. */
export interface RepositoryPlace {
  /** The top of the checkout the user stands in; a linked worktree has its own. */
  readonly root: string
  readonly gitDir: string
  /** What all worktrees share. */
  readonly commonDir: string
}

/** One call for all: starting git is what takes the time. */
const QUESTIONS = [
  '--path-format=absolute',
  '--is-bare-repository',
  '--is-inside-work-tree',
  '--git-dir',
  '--git-common-dir',
  '--show-toplevel',
  'HEAD^{commit}',
]

/** Finds the repository around a folder, or says in one `repository-unfit` sentence what is missing. */
export async function findRepository(folder: string, environment: Environment): Promise<RepositoryPlace> {
  const git = runnerFor(environment)
  const found = await git({ cwd: folder }, ['rev-parse', ...QUESTIONS], { accept: [1, 128, 129] })
  // What git can answer it prints before it fails on the rest; one that is too old prints what it was asked.
  const [isBare, isInside, gitDir, commonDir, root, head, ...more] = found.stdout.split('\n')
  if (isBare !== 'true' && isBare !== 'false') {
    await requireGit(environment)
    throw notRepository(folder, found.stderr)
  }
  if (isBare === 'true') {
    throw unfit(`${folder} is a bare repository: clone it and run Tutti in the clone.`)
  }
  if (isInside === 'false') {
    throw unfit(`${folder} is inside a git directory: run Tutti in the checkout instead.`)
  }
  if (!gitDir || !commonDir || !root || !head) throw notRepository(folder, found.stderr)
  if (more.length !== 1) {
    throw unfit(`The path of the repository around ${folder} holds a line break: move it.`)
  }
  if (!/^[0-9a-f]+$/.test(head)) {
    throw unfit(`The repository around ${folder} has no commit yet: make a first commit, then start again.`)
  }
  return {
    root: await realpath(root),
    gitDir: await realpath(gitDir),
    commonDir: await realpath(commonDir),
  }
}

/** A short stable id of a repository that is safe as a folder name; all its worktrees have the same. */
export function repositoryId(commonDir: string): string {
  const own = basename(commonDir)
  const name = (own === '.git' ? basename(dirname(commonDir)) : own)
    .replace(/\.git$/, '')
    .replaceAll(/[^A-Za-z0-9_]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  return `${name.slice(0, 40) || 'repository'}-${digestOf(commonDir)}`
}

/** Refuses a git that is too old for what Tutti writes; to look, an older one will do. */
export async function requireGit(environment: Environment): Promise<void> {
  const { stdout } = await runnerFor(environment)({ cwd: '/' }, ['version'])
  const [, major, minor] = /(\d+)\.(\d+)/.exec(stdout) ?? []
  const [wantMajor = 0, wantMinor = 0] = MINIMUM_GIT.split('.').map(Number)
  const newer = Number(major) > wantMajor || (Number(major) === wantMajor && Number(minor) >= wantMinor)
  if (!newer) {
    throw unfit(`This is ${stdout.trim()}: install git ${MINIMUM_GIT} or newer.`)
  }
}

function runnerFor(environment: Environment): RunGit {
  return createGitRunner({ environment, identity: { name: 'Tutti', email: 'tutti@localhost' } })
}

function notRepository(folder: string, stderr: string): RunFailure {
  if (/dubious ownership|unsafe repository/.test(stderr)) {
    return unfit(
      `The repository around ${folder} belongs to another user: run git config --global --add safe.directory with its path.`,
    )
  }
  if (/cannot change to/.test(stderr)) {
    return unfit(`${folder} is no folder that can be entered: name one that is.`)
  }
  if (/not a git repository \(or any/.test(stderr)) {
    return unfit(`${folder} is not in a git repository: run git init and make a first commit.`)
  }
  return unfit(`The repository around ${folder} cannot be read: ${lastLines(stderr)}.`)
}

function unfit(message: string): RunFailure {
  return new RunFailure({ code: 'repository-unfit', message })
}
