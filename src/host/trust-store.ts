import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { BroughtFile } from './brought-files.ts'
import type { Environment } from './locations.ts'
import type { StateFile } from './state-file.ts'
import { ownOf, readState, writeState } from './state-file.ts'

/** How many contents of one file are remembered: enough for the branches of a repository. */
const MOST_CONTENTS = 50

const storeSchema = z.object({
  version: z.literal(1),
  /** By the git directory that all worktrees share, then by path: hashes of contents, the latest at the end. */
  repositories: z.record(z.string(), z.record(z.string(), z.array(z.string()))),
})

/** What the user has allowed, for all repositories. */
const trust: StateFile<z.infer<typeof storeSchema>> = {
  name: 'trust.json',
  schema: storeSchema,
  empty: { version: 1, repositories: {} },
  again: 'allow your repositories again with tutti trust',
}

/** Those of a repository's files that nobody has allowed with this content at this path. */
export async function untrustedOf(
  environment: Environment,
  repository: string,
  files: readonly BroughtFile[],
): Promise<readonly BroughtFile[]> {
  const allowed = ownOf((await readState(environment, trust)).repositories, repository) ?? {}
  return files.filter(({ path, bytes }) => !(ownOf(allowed, path) ?? []).includes(hashOf(bytes)))
}

/** Allows files as they were read, beside what was allowed before. */
export async function addTrust(
  environment: Environment,
  repository: string,
  files: readonly BroughtFile[],
): Promise<void> {
  const store = await readState(environment, trust)
  const before = ownOf(store.repositories, repository) ?? {}
  const now = files.map(({ path, bytes }) => {
    const hash = hashOf(bytes)
    const others = (ownOf(before, path) ?? []).filter((each) => each !== hash)
    return [path, [...others, hash].slice(-MOST_CONTENTS)] as const
  })
  const allowed = { ...before, ...Object.fromEntries(now) }
  await writeState(environment, trust, {
    ...store,
    repositories: { ...store.repositories, [repository]: allowed },
  })
}

/** Forgets everything that was allowed for one repository; says whether there was anything. */
export async function removeTrust(environment: Environment, repository: string): Promise<boolean> {
  const store = await readState(environment, trust)
  if (ownOf(store.repositories, repository) === undefined) return false
  const left = Object.entries(store.repositories).filter(([name]) => name !== repository)
  await writeState(environment, trust, { ...store, repositories: Object.fromEntries(left) })
  return true
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
