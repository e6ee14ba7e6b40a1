import type { Dirent } from 'node:fs'
import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  opendirSync,
  openSync,
  readFileSync,
} from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { chmod, lstat, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * A folder held open: what is done through it is done to this very folder, whatever its path has come to mean since.
 * Without `/proc` there are only paths, and `isInPlace` can tell no more than how things stand at that moment.
 */
export interface Folder extends FolderPath {
  /** Where it was found. */
  readonly path: string
  /** What it is known by: nobody but the system can give a folder its number and the time of its birth. */
  readonly mark: string
  /** What lies in the folder under one name. */
  at(name: string): string
  /** The same for a name that need not be text. */
  atBytes(name: Buffer): Buffer
  close(): Promise<void>
}

/** A folder as far as one needs to know it to go on from there. */
export interface FolderPath {
  readonly device: bigint
  readonly fd: number
  /** The folder itself, as a path that cannot be made to mean another one. */
  readonly here: string
}

/** Linux alone opens something only to know it; the flag has no name in Node. */
export const O_PATH = process.platform === 'linux' ? 0o10000000 : 0
const FOLDER_ONLY = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW
const NOT_THERE = new Set(['ENOENT', 'ENOTDIR', 'ELOOP'])

/**
 * Opens the folder at a path; `null` where there is none, or a link or anything else instead. One that may not be
 * read is made readable when it is the one that `mark` stands for.
 */
export async function openFolder(path: string, mark?: string): Promise<Folder | null> {
  const handle = await openReadable(path, mark)
  return handle === null ? null : describe(path, handle)
}

/** Closes what was open for it as soon as something is done, or has failed. */
export async function closeAfter<T>(
  open: { readonly close: () => Promise<void> },
  act: Promise<T>,
): Promise<T> {
  try {
    return await act
  } finally {
    await open.close()
  }
}

/** Opens a folder in a folder of ours; `null` also where something else has been mounted there. */
export async function openBelow(parent: Folder, name: Name, mark?: string): Promise<Folder | null> {
  const handle = await openReadable(pathOf(parent, name), mark)
  if (handle === null) return null
  const folder = await describe(join(parent.path, String(name)), handle)
  if (folder.device === parent.device && (await mountOf(folder)) === (await mountOf(parent))) return folder
  await folder.close()
  return null
}

/** A folder that is open for a moment, and what it allows its owner. */
export interface LookedAt extends FolderPath {
  readonly mode: number
  close(): void
}

/** The same at one stroke and for a moment, with what it allows its owner: one that nobody may read is opened too. */
export function lookBelow(parent: FolderPath, name: Name): LookedAt | null {
  const path = pathOf(parent, name)
  const fd = openKnown(path)
  if (fd === null) return null
  const folder = whatIsAt(path, fd)
  try {
    const isOfParent = folder.device === parent.device && mountAt(fd) === mountAt(parent.fd)
    if (isOfParent) return folder
  } catch (error) {
    folder.close()
    throw error
  }
  folder.close()
  return null
}

/** Gives the owner of a folder that is looked at every right in it. */
export function allowOwner({ fd, here, mode }: LookedAt): void {
  if ((mode & 0o700) === 0o700) return
  // What is open only to be known cannot be changed but by its path, which means nothing else.
  if (O_PATH === 0) fchmodSync(fd, mode | 0o700)
  else chmodSync(here, mode | 0o700)
}

/** The folder at a path, for a moment; `null` where there is none, or a link or anything else instead. */
export function lookAt(path: string): LookedAt | null {
  const fd = openKnown(path)
  return fd === null ? null : whatIsAt(path, fd)
}

function whatIsAt(path: string | Buffer, fd: number): LookedAt {
  try {
    const { dev: device, mode } = fstatSync(fd, { bigint: true })
    const here = hereOf(path, { fd })
    return { device, fd, here, mode: Number(mode) & 0o7777, close: () => closeSync(fd) }
  } catch (error) {
    closeSync(fd)
    throw error
  }
}

function openKnown(path: string | Buffer): number | null {
  try {
    return openSync(path, FOLDER_ONLY | O_PATH)
  } catch (error) {
    if (NOT_THERE.has(codeOf(error))) return null
    throw error
  }
}

/** At most so many of the things in a folder, by names as the system has them. */
export function entriesOf({ here }: FolderPath, most: number): readonly Dirent<Buffer>[] {
  // Its type knows names as text alone, whatever their encoding.
  const read = opendirSync(here, { encoding: 'buffer' as BufferEncoding })
  try {
    const found: Dirent<Buffer>[] = []
    for (let entry = read.readSync(); entry !== null && found.length < most; entry = read.readSync()) {
      found.push(entry as unknown as Dirent<Buffer>)
    }
    return found
  } finally {
    read.closeSync()
  }
}

/** A name as the system has it, which need not be text. */
export type Name = string | Buffer

/** What lies in a folder under any name. */
export function pathOf({ here }: FolderPath, name: Name): string | Buffer {
  return typeof name === 'string' ? `${here}/${name}` : Buffer.concat([Buffer.from(`${here}/`), name])
}

/** Opens a folder some steps below another one, none of which may be a link. */
export async function openDeep(folder: Folder, steps: readonly string[]): Promise<Folder | null> {
  let found = await openBelow(folder, '.')
  for (const step of steps) {
    const above = found
    if (above === null) return null
    found = await closeAfter(above, openBelow(above, step, (await markAt(above.at(step))) ?? ''))
  }
  return found
}

/** Whether the folder still stands where it was found. */
export async function isInPlace(folder: Folder): Promise<boolean> {
  const found = await lstat(folder.path, { bigint: true }).catch(() => null)
  return found?.isDirectory() === true && markOf(found) === folder.mark
}

/** The mark of whatever stands at a path, which is not followed; `null` where nothing does. */
export async function markAt(path: string | Buffer): Promise<string | null> {
  const found = await lstat(path, { bigint: true }).catch(() => null)
  return found === null ? null : markOf(found)
}

/** Gives the owner of an open folder every right in it. */
async function makeUsable(handle: FileHandle, here: string): Promise<void> {
  const { mode } = await handle.stat()
  if ((mode & 0o700) !== 0o700) await chmod(here, (mode & 0o7777) | 0o700)
}

function markOf({ ino, birthtimeNs }: { readonly ino: bigint; readonly birthtimeNs: bigint }): string {
  return `${ino} ${birthtimeNs}`
}

async function openReadable(path: string | Buffer, mark: string | undefined): Promise<FileHandle | null> {
  try {
    return await open(path, FOLDER_ONLY)
  } catch (error) {
    if (NOT_THERE.has(codeOf(error))) return null
    if (codeOf(error) !== 'EACCES' || mark === undefined || O_PATH === 0) throw error
  }
  const known = await open(path, FOLDER_ONLY | O_PATH).catch(() => null)
  if (known === null) return null
  try {
    if (markOf(await known.stat({ bigint: true })) !== mark) return null
    await makeUsable(known, hereOf(path, known))
    return await open(hereOf(path, known), constants.O_RDONLY | constants.O_DIRECTORY)
  } finally {
    await known.close()
  }
}

async function describe(path: string, handle: FileHandle): Promise<Folder> {
  const state = await handle.stat({ bigint: true })
  const here = hereOf(path, handle)
  return {
    path,
    mark: markOf(state),
    device: state.dev,
    fd: handle.fd,
    here,
    at: (name) => `${here}/${name}`,
    atBytes: (name) => Buffer.concat([Buffer.from(`${here}/`), name]),
    close: () => handle.close(),
  }
}

/** A folder of the same disk can be mounted anywhere, and is then known by its mount alone. */
async function mountOf({ fd }: Folder): Promise<string> {
  return process.platform === 'linux' ? mountIn(await readFile(`/proc/self/fdinfo/${fd}`, 'utf8')) : ''
}

function mountAt(fd: number): string {
  return process.platform === 'linux' ? mountIn(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8')) : ''
}

function mountIn(told: string): string {
  return /^mnt_id:.*$/m.exec(told)?.[0] ?? ''
}

/** An open file or folder itself, as a path that cannot be made to mean another one. */
export function hereOf(path: string | Buffer, { fd }: Pick<FileHandle, 'fd'>): string {
  return process.platform === 'linux' ? `/proc/self/fd/${fd}` : String(path)
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
