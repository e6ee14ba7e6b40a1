/** What every git child of ours is told, so that no hook, signature, editor or background work of the user's starts. */
const ALWAYS = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.quotePath=false',
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
    if (value !== undefined && !name.startsWith('GIT_')) environment[name] = value
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
