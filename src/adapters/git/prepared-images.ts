import { fchmodSync, mkdirSync, readlinkSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import type { PreparedImage } from '../../kernel/ports/workspaces.ts'
import type { Folder } from '../places/folder-handle.ts'
import { closeAfter, openDeep } from '../places/folder-handle.ts'
import { copyPlain } from './copy-plain.ts'
import type { EntryMark } from './folder-marks.ts'
import { readMark, readMarks } from './folder-marks.ts'
import type { GitContext } from './git-context.ts'
import { removeBelow } from './ignored-files.ts'
import { keepCaches, layBelow } from './kept-caches.ts'
import type { Worktree } from './open-worktree.ts'
import { namesOf } from './place-records.ts'
import { worktreePlace } from './restore-files.ts'
import { separateFile } from './separate-files.ts'
import { makeImageFolder, removeWritten } from './run-places.ts'

type Entry =
  | { readonly kind: 'folder'; readonly mode: number }
  | { readonly kind: 'link'; readonly target: string }
  | { readonly kind: 'file'; readonly mode: number; readonly sha256: string }

interface KeptImage {
  readonly folder: string
  readonly entries: ReadonlyMap<string, Entry>
  /** What was written to package caches; `null` for nothing. */
  readonly caches: string | null
}

/** How long we work before others may. */
const TURN_MS = 20

/**
 * Images of prepared workspaces. What an image holds is remembered in this process by content, so that what lies on
 * the disk is never believed: a file that was written since is found when it is copied. What this process has laid
 * down in a workspace itself and nobody has written since is not copied again.
 */
export class PreparedImages {
  readonly #context: GitContext
  readonly #kept = new Map<string, KeptImage>()
  /** By workspace: marks of the entries that are known to be as in an image. */
  readonly #laid = new Map<string, { readonly image: string; readonly marks: ReadonlyMap<string, string> }>()

  constructor(context: GitContext) {
    this.#context = context
  }

  /**
   * Keeps everything in a workspace that is not of its commit. Files that have another name elsewhere are replaced by
   * copies: whoever writes them through that name, or through this one, writes only one of them. What was written to
   * package caches meanwhile is kept too, and can no longer be written.
   */
  async keep(run: string, worktree: Worktree): Promise<PreparedImage> {
    const entries = new Map<string, Entry>()
    const image = await this.#context.effect('keep image', async () => {
      const folder = await makeImageFolder(this.#context, run)
      return closeAfter(folder, this.#keepAll(worktree, folder, entries))
    })
    const { id } = namesOf(this.#context, worktree.path)
    const caches = await this.#context.effect('keep caches', () => keepCaches(this.#context, run, id))
    this.#kept.set(image, { folder: image, entries, caches })
    const marks = new Map<string, string>()
    for (const path of entries.keys()) settle(marks, path, readMark(worktree.files.at(path)))
    this.#laid.set(worktree.path, { image, marks })
    return { id: image }
  }

  async #keepAll(worktree: Worktree, folder: Folder, entries: Map<string, Entry>): Promise<string> {
    const pause = pauses()
    for (const [path, found] of await readForeign(worktree.files, await this.#filesOf(worktree))) {
      if (found.kind === 'file' && found.links > 1) await separateFile(worktree.files, path, found.mode)
      const entry = await keepEntry(worktree.files.at(path), folder.at(path), found)
      if (entry !== null) entries.set(path, entry)
      await pause()
    }
    return folder.path
  }

  /** Makes everything that is not of the commit just as in the image, or removes it where there is none. */
  async restore(worktree: Worktree, image: PreparedImage | null): Promise<'restored' | 'damaged'> {
    const root = worktree.path
    const nothing: KeptImage = { folder: '', entries: new Map(), caches: null }
    const kept = image === null ? nothing : this.#kept.get(image.id)
    if (kept === undefined) return 'damaged'
    const laid = this.#laid.get(root)
    const known = image !== null && laid?.image === image.id ? laid.marks : new Map<string, string>()
    this.#laid.delete(root)
    const files = await this.#filesOf(worktree)
    const present = await readForeign(worktree.files, files)
    const laidDown = await this.#context.effect('restore image', async () => {
      const { run, id } = namesOf(this.#context, root)
      await removeWritten(this.#context, run, id)
      if (kept.caches !== null) await layBelow(this.#context, run, id, kept.caches)
      const staying = await removeStrangers(worktree.files, present, kept.entries, known)
      return layDown(worktree.files, kept, files, staying)
    })
    if (image === null) return 'restored'
    if (laidDown === null) {
      this.#kept.delete(image.id)
      return 'damaged'
    }
    this.#laid.set(root, { image: image.id, marks: laidDown })
    return 'restored'
  }

  async #filesOf(worktree: Worktree): Promise<ReadonlySet<string>> {
    const { stdout } = await this.#context.git(worktreePlace(this.#context, worktree), [
      'ls-files',
      '-z',
      '--cached',
    ])
    return new Set(stdout.split('\0'))
  }
}

/** Entries that are no file of the commit, nor a folder above one; what lies in a repository within is its own. */
async function readForeign(
  place: Folder,
  files: ReadonlySet<string>,
): Promise<ReadonlyMap<string, EntryMark>> {
  const own = new Set(files)
  for (const file of files) {
    for (let up = dirname(file); up !== '.' && !own.has(up); up = dirname(up)) own.add(up)
  }
  return new Map([...(await readMarks(place.here))].filter(([path]) => !own.has(path)))
}

/** An entry that may be written again without a trace is laid down again the next time. */
function settle(marks: Map<string, string>, path: string, entry: EntryMark | null): void {
  if (entry?.isSettled === true) marks.set(path, entry.mark)
}

/** Gives the marks of the entries that may stay as they are. */
async function removeStrangers(
  place: Folder,
  present: ReadonlyMap<string, EntryMark>,
  entries: ReadonlyMap<string, Entry>,
  known: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const pause = pauses()
  const staying = new Map<string, string>()
  const gone = new Set<string>()
  for (const [path, { kind, mark, mode }] of present) {
    if (gone.has(dirname(path))) gone.add(path)
    if (gone.has(path)) continue
    const entry = entries.get(path)
    // What lies in a folder that nobody may read has not been seen.
    const stays = kind === 'folder' ? (mode & 0o500) === 0o500 : known.get(path) === mark
    if (entry?.kind === kind && stays) {
      if (kind === 'folder' && (mode & 0o700) !== 0o700) await setMode(place, path, mode | 0o700)
      staying.set(path, mark)
      continue
    }
    await removeBelow(place, path)
    if (kind === 'folder') gone.add(path)
    await pause()
  }
  return staying
}

/** Gives the marks of what now lies there; `null` when the image no longer had all of it. */
async function layDown(
  place: Folder,
  { folder, entries }: KeptImage,
  files: ReadonlySet<string>,
  staying: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string> | null> {
  const pause = pauses()
  const hidden = new Set<string>()
  const marks = new Map(staying)
  const folders: (readonly [string, number])[] = []
  const above: { path: string; folder: Folder | null } = { path: '', folder: null }
  try {
    for (const [path, entry] of entries) {
      // A commit may have come to hold what a preparation made before.
      if (files.has(path) || hidden.has(dirname(path))) hidden.add(path)
      if (hidden.has(path)) continue
      if (entry.kind === 'folder') folders.push([path, entry.mode])
      if (staying.has(path)) continue
      await pause()
      const up = dirname(path)
      if (above.folder === null || above.path !== up) {
        await above.folder?.close()
        above.path = up
        above.folder = await openDeep(place, up === '.' ? [] : up.split('/'))
      }
      if (above.folder === null) return null
      const target = above.folder.at(basename(path))
      if (entry.kind === 'folder') mkdirSync(target, { recursive: true })
      else if (entry.kind === 'link') symlinkSync(entry.target, target)
      else if ((await copyPlain(join(folder, path), target, entry.mode)) !== entry.sha256) return null
      settle(marks, path, readMark(target))
    }
  } finally {
    await above.folder?.close()
  }
  for (const [path, mode] of folders.toReversed()) {
    const isOther = readMark(place.at(path))?.mode !== mode
    if (isOther || (mode & 0o700) !== 0o700) await setMode(place, path, mode)
  }
  return marks
}

/** A link on the way leads to nothing of the place's, and so it is left alone. */
async function setMode(place: Folder, path: string, mode: number): Promise<void> {
  const folder = await openDeep(place, path.split('/'))
  if (folder === null) return
  fchmodSync(folder.fd, mode)
  await folder.close()
}

async function keepEntry(source: string, target: string, { kind, mode }: EntryMark): Promise<Entry | null> {
  switch (kind) {
    case 'folder':
      mkdirSync(target)
      return { kind, mode }
    case 'link':
      return { kind, target: readlinkSync(source) }
    case 'other':
      return null
    case 'file': {
      const sha256 = await copyPlain(source, target, mode)
      if (sha256 === null) return null
      return { kind, mode, sha256 }
    }
  }
}

function pauses(): () => Promise<void> {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < TURN_MS) return
    await breathe()
    began = performance.now()
  }
}
