import { createHash } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { RunFailure } from '../kernel/failure.ts'
import type { BroughtFile } from './brought-files.ts'
import type { Environment } from './locations.ts'
import { stateHome } from './locations.ts'
import { readWrittenFile } from './read-written-file.ts'

/** How many contents of one file are remembered: enough for the branches of a repository. */
const MOST_CONTENTS = 50

const storeSchema = z.object({
  version: z.literal(1),
  /** By the git directory that all worktrees share, then by path: hashes of contents, the latest at the end. */
  repositories: z.record(z.string(), z.record(z.string(), z.array(z.string()))),
})

/** What the user has allowed, for all repositories. */
export function trustFile(environment: Environment): string {
  return join(stateHome(environment), 'tutti', 'trust.json')
}

/** Those of a repository's files that nobody has allowed with this content at this path. */
export async function untrustedOf(
  environment: Environment,
  repository: string,
  files: readonly BroughtFile[],
): Promise<readonly BroughtFile[]> {
  const allowed = own((await readStore(environment)).repositories, repository) ?? {}
  return files.filter(({ path, bytes }) => !(own(allowed, path) ?? []).includes(hashOf(bytes)))
}

/** Allows files as they were read, beside what was allowed before. */
export async function addTrust(
  environment: Environment,
  repository: string,
  files: readonly BroughtFile[],
): Promise<void> {
  const store = await readStore(environment)
  const before = own(store.repositories, repository) ?? {}
  const now = files.map(({ path, bytes }) => {
    const hash = hashOf(bytes)
    const others = (own(before, path) ?? []).filter((each) => each !== hash)
    return [path, [...others, hash].slice(-MOST_CONTENTS)] as const
  })
  const allowed = { ...before, ...Object.fromEntries(now) }
  await writeStore(environment, { ...store, repositories: { ...store.repositories, [repository]: allowed } })
}

/** Forgets everything that was allowed for one repository; says whether there was anything. */
export async function removeTrust(environment: Environment, repository: string): Promise<boolean> {
  const store = await readStore(environment)
  if (own(store.repositories, repository) === undefined) return false
  const left = Object.entries(store.repositories).filter(([name]) => name !== repository)
  await writeStore(environment, { ...store, repositories: Object.fromEntries(left) })
  return true
}

type Store = z.infer<typeof storeSchema>

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}

async function readStore(environment: Environment): Promise<Store> {
  const file = trustFile(environment)
  const text = await readWrittenFile(file, file)
  if (text === null) return { version: 1, repositories: {} }
  try {
    return storeSchema.parse(JSON.parse(text))
  } catch (cause) {
    const message = `${file} is not what Tutti wrote; remove it, and allow your repositories again with tutti trust.`
    throw new RunFailure({ code: 'bad-input', message, where: file }, { cause })
  }
}

/** Written beside and moved into place, so that nobody reads half of it. */
async function writeStore(environment: Environment, store: Store): Promise<void> {
  const file = trustFile(environment)
  const draft = `${file}.${process.pid}`
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await writeFile(draft, `${JSON.stringify(store, null, 2)}\n`, { mode: 0o600 })
    await rename(draft, file)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const message = `${file} cannot be written (${reason}); make room for it there, or let this user write it.`
    throw new RunFailure({ code: 'workspace-failed', message }, { cause })
  }
}
