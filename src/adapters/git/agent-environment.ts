import { randomUUID } from 'node:crypto'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { GitContext } from './git-context.ts'
import { agentEmail } from './judge-ref.ts'
import { safeName } from './safe-name.ts'
import { PUSH_REFUSAL, TRACE_VARIABLE, traceFile } from './traced-pushes.ts'

/** Lets an agent commit on its detached HEAD and refuses to move anything that the worktrees share. */
const REFERENCE_HOOK = `#!/bin/sh
[ "$1" = prepared ] || exit 0
while read -r _old _new ref; do
  case "$ref" in
    refs/bisect/* | refs/worktree/* | refs/rewritten/*) ;;
    refs/* | main-worktree/* | worktrees/*)
      echo "Tutti: refs of the shared repository are read-only here ($ref); commit on the detached HEAD, Tutti records your work." >&2
      exit 1
      ;;
  esac
done
`

/**
 * Git reads each of several values of `followTags`, so that none on a command line makes up for one that it cannot
 * take: it ends every `git push`, whatever hooks and options it is given. `gpgSign` does so for `git send-pack`.
 */
const NO_PUSH = `[push]\n\tfollowTags = ${JSON.stringify(PUSH_REFUSAL)}\n\tgpgSign = ${JSON.stringify(PUSH_REFUSAL)}\n`

/**
 * The environment for agent processes of a run; it replaces every inherited `GIT_*`. It concerns the user's
 * repository and its worktrees only: other repositories that an agent or a test makes keep their own hooks and identity.
 * With a workspace's path, git writes down there which commands it is given, for `inspect`.
 */
export function agentEnvironment(
  context: GitContext,
  run: string,
  workspace?: string,
): Readonly<Record<string, string>> {
  const hooks = join(context.stateFolder, 'hooks')
  const settings = join(context.stateFolder, 'agents', `${safeName(run)}.gitconfig`)
  replaceFile(join(hooks, 'reference-transaction'), REFERENCE_HOOK, 0o755)
  replaceFile(settings, agentSettings(hooks, agentEmail(safeName(run))), 0o644)
  const shared = context.commonDir.replaceAll(/[\\*?[\]]/g, String.raw`\$&`)
  return {
    GIT_TERMINAL_PROMPT: '0',
    GIT_EDITOR: 'true',
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_0: `includeIf.gitdir:${shared}.path`,
    GIT_CONFIG_VALUE_0: settings,
    GIT_CONFIG_KEY_1: `includeIf.gitdir:${shared}/worktrees/*.path`,
    GIT_CONFIG_VALUE_1: settings,
    ...(workspace === undefined ? {} : traced(context, run, workspace)),
  }
}

function traced(context: GitContext, run: string, workspace: string): Readonly<Record<string, string>> {
  const file = traceFile(context, run, workspace)
  mkdirSync(dirname(file), { recursive: true })
  return {
    [TRACE_VARIABLE]: file,
    [`${TRACE_VARIABLE}_BRIEF`]: '1',
    [`${TRACE_VARIABLE}_NESTING`]: '0',
  }
}

function agentSettings(hooks: string, email: string): string {
  const identity = ['user', 'author', 'committer']
    .map((who) => `[${who}]\n\tname = tutti-agent\n\temail = ${email}\n`)
    .join('')
  return [
    `[core]\n\thooksPath = ${JSON.stringify(hooks)}\n\tlogAllRefUpdates = always\n`,
    '[commit]\n\tgpgSign = false\n[tag]\n\tgpgSign = false\n',
    NO_PUSH,
    '[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n',
    identity,
  ].join('')
}

/** As a whole, because another agent's git may be reading it, and another conductor writing it. */
function replaceFile(file: string, content: string, mode: number): void {
  mkdirSync(dirname(file), { recursive: true })
  const temporary = `${file}.${randomUUID()}`
  writeFileSync(temporary, content, { mode })
  renameSync(temporary, file)
}
