import { access, mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { SharedFinding } from '../../kernel/ports/workspaces.ts'
import type { GitContext } from './git-context.ts'
import { isTrackingOnly } from './compare-configuration.ts'
import type { PlannedFinding } from './planned-finding.ts'
import { guardsFolder, keptFile, sameFile } from './guard-store.ts'
import { removeShared } from './remove-state.ts'
import { safeName } from './safe-name.ts'
import type { SharedFile } from './shared-file.ts'
import type { SharedReading, SharedState } from './shared-state.ts'
import { writeDurably } from './write-durably.ts'

/** What became of shared configuration and hooks since `before`, and how to put it back. */
export async function planFiles(
  context: GitContext,
  owner: { readonly run: string; readonly step: string },
  before: SharedState,
  now: SharedReading,
): Promise<readonly PlannedFinding[]> {
  const planned: PlannedFinding[] = []
  const names = new Set([...Object.keys(now.state.files), ...Object.keys(before.files)])
  for (const name of names) {
    const was = before.files[name] ?? null
    const is = now.state.files[name] ?? null
    if (sameFile(was, is)) continue
    if (name === 'config' && was?.kind === 'file' && is?.kind === 'file') {
      const old = keptFile(context, was.sha256)
      if (await isTrackingOnly(context, old, join(context.commonDir, name))) {
        const message =
          'Settings of branches changed meanwhile; they may be your own, so they were left alone.'
        planned.push({ finding: finding(name, 'reported', message), undo: null })
        continue
      }
    }
    planned.push(await putBack(context, owner, name, was, is, now))
  }
  // What is to be removed goes first: a link may stand where a folder has to be.
  return planned.toSorted((one, other) => Number(one.removes !== true) - Number(other.removes !== true))
}

async function putBack(
  context: GitContext,
  owner: { readonly run: string; readonly step: string },
  name: string,
  was: SharedFile | null,
  is: SharedFile | null,
  now: SharedReading,
): Promise<PlannedFinding> {
  const changed = join(guardsFolder(context, owner.run), 'changed', safeName(owner.step), name)
  const kept = is === null ? '' : ` The changed version is kept as ${changed}.`
  const verb = was === null ? 'appeared' : is === null ? 'was removed' : 'changed'
  const message = `The shared file ${name} of the git directory ${verb} meanwhile. It was put back.${kept}`
  return {
    finding: finding(name, 'undone', message),
    removes: was === null,
    undo: async () => {
      const target = join(context.commonDir, name)
      if (await isLocked(target)) return null
      if (is !== null) await context.effect('keep changed file', () => keepChanged(changed, is, now))
      await context.effect('put back', () => restore(context, target, was))
      return { file: name, from: is, to: was }
    },
  }
}

async function keepChanged(file: string, is: SharedFile, now: SharedReading): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const content = is.kind === 'link' ? `link to ${is.target}\n` : (now.contents.get(is.sha256) ?? '')
  await writeFile(file, content)
}

async function restore(context: GitContext, target: string, was: SharedFile | null): Promise<void> {
  if (was === null) return removeShared(context, target)
  await mkdir(dirname(target), { recursive: true })
  if (was.kind === 'file') {
    return writeDurably(target, await readFile(keptFile(context, was.sha256)), was.mode)
  }
  const temporary = `${target}.tutti-new`
  await removeShared(context, temporary)
  await symlink(was.target, temporary)
  await rename(temporary, target)
}

/** Whether somebody is writing the file with git at this moment. */
async function isLocked(target: string): Promise<boolean> {
  return access(`${target}.lock`).then(
    () => true,
    () => false,
  )
}

function finding(name: string, action: SharedFinding['action'], message: string): SharedFinding {
  return { what: name.startsWith('hooks') ? 'hook' : 'config', name, action, message }
}
