import type { SourceFiles } from './source-files.ts'
import { listRoomFiles } from './source-files.ts'
import { stripSource } from './strip-source.ts'

/** All that runs; scripted agents and the demo act as an agent or a user would. */
const WATCHED = ['src/adapters/', 'src/host/', 'src/surfaces/']
const NOT_WATCHED = ['src/adapters/places/', 'src/adapters/agents/scripted/', 'src/host/demo/']
const CALL = /(?<![\w$.])(rm|rmdir|unlink|rename|cp|chmod|truncate)(?:Sync)?\(/g
/** Git commands that write files of a worktree or remove them. */
const GIT = new Set([
  'reset',
  'clean',
  'checkout',
  'checkout-index',
  'restore',
  'switch',
  'stash',
  'read-tree',
])
/** Below an open folder: it is what it was when it was opened, whatever its path has come to mean. */
const THROUGH_FOLDER = /\.at\(/

/** Removals and renamings by path that are no danger, each with its reason. */
const removalsByPath: Readonly<Record<string, string>> = {
  'src/adapters/git/advance-intent.ts rm':
    "a lock of the user's own git directory, one file, no link followed",
  'src/adapters/git/delivery-intent.ts rm':
    "a lock of the user's own git directory, one file, no link followed",
  'src/adapters/git/guard-files.ts rename': 'a new link in the place of a shared file, none followed',
  'src/adapters/git/write-durably.ts rename': 'a draft in the place of one file of our own state',
  'src/adapters/git/worktree-registry.ts rmdir':
    'the folder of registrations, only when it is empty, as git does',
  'src/adapters/git/checkout-state.ts git checkout': 'the name of a finding, and no command',
  'src/adapters/git/drop-rights.ts chmod': 'a file that is held open, by its number',
  'src/adapters/git/leftovers.ts rmdir': 'the folder of our refs, only when it is empty',
  'src/adapters/git/agent-environment.ts rename': 'a draft in the place of one file of our own state',
  'src/adapters/agents/headless/prompt-file.ts unlink': 'the one file that it has just made',
  'src/adapters/agents/headless/prompt-file.ts rmdir':
    'a folder that mkdtemp has just made, only when it is empty',
  'src/adapters/processes/output-pipe.ts unlink': 'the one pipe that it has just made',
  'src/adapters/processes/output-pipe.ts rmdir': 'a folder that mkdtemp has just made, only when it is empty',
  'src/adapters/processes/confiner.ts rm':
    'a folder that mkdtemp has just made, when all who could write there have ended',
  'src/adapters/processes/find-isolation.ts rm':
    'a folder that mkdtemp has just made, with nothing but what the trial wrote',
  'src/adapters/processes/without-secrets.ts rename': 'a draft in the place of one file of our own state',
  'src/adapters/network/open-door.ts rm': 'one socket that it has just made, no link followed',
  'src/adapters/journal/jsonl/blob-files.ts rename': 'a draft in the place of one file of our own state',
  'src/adapters/journal/jsonl/blob-files.ts rm': 'the draft that was just made, no link followed',
  'src/adapters/store/files/file-store.ts rename': 'a draft in the place of one file of our own state',
  'src/adapters/store/files/file-store.ts rm': 'the draft that was just made, no link followed',
  'src/adapters/store/files/prune-folder.ts rm': 'one file of our own state, no link followed',
  'src/host/agents/trial/scratch.ts rm': 'a folder that mkdtemp has just made, with nothing of a run',
  'src/host/agents/trial/checks/read-only.ts rm': 'two files that the check itself has named',
  'src/host/state-file.ts rename': 'a draft in the place of one file of our own configuration',
  'src/host/activity-file.ts rename': 'one of two logs of our own run folder, in the place of the other',
  'src/host/run-lock.ts unlink': 'one lock file, no link followed',
  'src/host/inbox.ts rename': 'one letter, or what lies in its place, within the inbox; no link followed',
  'src/host/inbox.ts rm': 'one letter, no link followed',
  'src/host/own-key.ts chmod': "the folder of the user's own key, which no agent reaches",
  'src/host/own-key.ts unlink': "the draft that was just made, in the folder of the user's own key",
  'src/host/trust-run.ts rename': 'a draft in the place of one journal',
  'src/host/trust-run.ts rm': 'the draft that was just made, no link followed',
}

/** Files in which git writes to worktrees, each through an open folder. */
const gitWriters: ReadonlySet<string> = new Set([
  'src/adapters/git/restore-files.ts',
  'src/adapters/git/watch-files.ts',
  'src/adapters/git/write-tree.ts',
  'src/adapters/git/overlay-files.ts',
  'src/adapters/git/guard-refs.ts',
  'src/adapters/git/advance-branch.ts',
])

/** Whatever removes, moves or resets by a path in a place that an agent can reach. */
export function checkRemovals(
  files: SourceFiles,
  allowed: Readonly<Record<string, string>> = removalsByPath,
): readonly string[] {
  return findRemovals(files)
    .filter((found) => !(found in allowed))
    .map((found) => `${found} by a path: go through an open folder of src/adapters/places`)
}

/** Allowances that nothing needs any more. */
export function findStaleAllowances(files: SourceFiles): readonly string[] {
  const found = new Set(findRemovals(files))
  return Object.keys(removalsByPath).filter((allowed) => !found.has(allowed))
}

function findRemovals(files: SourceFiles): readonly string[] {
  return listRoomFiles(files)
    .filter(
      ([path]) =>
        WATCHED.some((folder) => path.startsWith(folder)) &&
        !NOT_WATCHED.some((folder) => path.startsWith(folder)),
    )
    .flatMap(([path, source]) => {
      const { code, texts } = stripSource(source)
      const calls = [...code.matchAll(CALL)].flatMap((match) => {
        const given = argumentsAt(code, match.index + match[0].length)
        return given.every((each) => THROUGH_FOLDER.test(each)) ? [] : [`${path} ${match[1]}`]
      })
      const runsGit = !gitWriters.has(path) && /\.git\(/.test(code)
      const commands = runsGit
        ? texts.filter((text) => GIT.has(text)).map((text) => `${path} git ${text}`)
        : []
      return [...calls, ...commands]
    })
}

/** The arguments of a call that are paths: all but options, a mode and a number. */
function argumentsAt(code: string, start: number): readonly string[] {
  const given = ['']
  let depth = 0
  for (let at = start; at < code.length; at += 1) {
    const sign = code[at] ?? ''
    if (sign === ')' && depth === 0) break
    if ('([{'.includes(sign)) depth += 1
    if (')]}'.includes(sign)) depth -= 1
    if (sign === ',' && depth === 0) given.push('')
    else given[given.length - 1] += sign
  }
  return given.map((each) => each.trim()).filter((each) => each !== '' && !/^[{\d]|^options$/.test(each))
}
