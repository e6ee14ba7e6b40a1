import { delimiter, isAbsolute } from 'node:path'

/** What every git child of ours is told, so that no hook, signature, editor or background work of the user's starts. */
const ALWAYS = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.quotePath=false',
  // It tells of a commit's tree and parents without a look at the commit.
  'core.commitGraph=false',
  'core.fsync=loose-object,reference',
  'core.fsyncMethod=batch',
  'core.filesRefLockTimeout=10000',
  'core.packedRefsTimeout=10000',
  'commit.gpgSign=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'submodule.recurse=false',
  'i18n.commitEncoding=UTF-8',
]

/** Added in our own worktrees: the same files give the same tree on every repeat, and all files are there. */
const IN_WORKTREES = [
  'core.autocrlf=false',
  'core.safecrlf=false',
  'core.splitIndex=false',
  'core.untrackedCache=false',
  'core.sparseCheckout=false',
  'core.trustctime=true',
  'core.checkStat=default',
  'advice.addEmbeddedRepo=false',
]

export function settingArguments(inWorktree: boolean): readonly string[] {
  const settings = inWorktree ? [...ALWAYS, ...IN_WORKTREES] : ALWAYS
  return settings.flatMap((setting) => ['-c', setting])
}

/** Where programs are looked for and what they load. */
const LISTS = new Set(['PATH', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'PYTHONPATH', 'PERL5LIB', 'NODE_PATH'])

/** A relative path, or an empty word, would lead git and its filters into the folder that they work in. */
function absolute(list: string): string | undefined {
  const folders = list.split(delimiter).filter(isAbsolute)
  return folders.length === 0 ? undefined : folders.join(delimiter)
}

export interface GitIdentity {
  readonly name: string
  readonly email: string
}

/** A clean environment for git: nothing inherited that could point it elsewhere, prompt, or change a hash. */
export function gitEnvironment(
  base: Readonly<Record<string, string | undefined>>,
  identity: GitIdentity,
): Record<string, string> {
  const environment: Record<string, string> = {}
  for (const [name, value] of Object.entries(base)) {
    const kept = LISTS.has(name) ? absolute(value ?? '') : value
    if (kept !== undefined && !name.startsWith('GIT_')) environment[name] = kept
  }
  return {
    ...environment,
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_AUTHOR_NAME: identity.name,
    GIT_AUTHOR_EMAIL: identity.email,
    GIT_COMMITTER_NAME: identity.name,
    GIT_COMMITTER_EMAIL: identity.email,
  }
}
