import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Environment } from './locations.ts'
import type { StateFile } from './state-file.ts'
import { ownOf, readState, stateFile, writeState } from './state-file.ts'

/** What a person may allow what runs in the sandbox. */
export const ALLOWANCES = ['host', 'read', 'write'] as const

export type AllowanceKind = (typeof ALLOWANCES)[number]

/** By kind, in the order in which it was allowed. */
export type Allowed = Readonly<Record<AllowanceKind, readonly string[]>>

const list = z.array(z.string()).default([])
const allowedSchema = z.object({ host: list, read: list, write: list })
const storeSchema = z.object({
  version: z.literal(1),
  /** By the git directory that all worktrees share. */
  repositories: z.record(z.string(), allowedSchema),
})

const store: StateFile<z.infer<typeof storeSchema>> = {
  name: 'allowed.json',
  schema: storeSchema,
  empty: { version: 1, repositories: {} },
  again: 'allow what your projects need again with tutti allow',
}

const NOTHING: Allowed = { host: [], read: [], write: [] }

/** What a person has allowed in one repository. */
export async function allowedIn(environment: Environment, repository: string): Promise<Allowed> {
  return ownOf((await readState(environment, store)).repositories, repository) ?? NOTHING
}

/** The same as it is at this moment, for a run under way; of a file that cannot be read, nothing. */
export function allowedNow(environment: Environment, repository: string): Allowed {
  try {
    const all = storeSchema.parse(JSON.parse(readFileSync(stateFile(environment, store), 'utf8')))
    return ownOf(all.repositories, repository) ?? NOTHING
  } catch {
    return NOTHING
  }
}

/** Allows more, beside what was allowed before; resolves with everything. */
export async function addAllowed(
  environment: Environment,
  repository: string,
  kind: AllowanceKind,
  values: readonly string[],
): Promise<Allowed> {
  return change(environment, repository, kind, (before) => [...new Set([...before, ...values])])
}

/** Takes a word back; resolves with whether it had been given. */
export async function removeAllowed(
  environment: Environment,
  repository: string,
  kind: AllowanceKind,
  value: string,
): Promise<boolean> {
  const before = await allowedIn(environment, repository)
  if (!before[kind].includes(value)) return false
  await change(environment, repository, kind, (all) => all.filter((each) => each !== value))
  return true
}

async function change(
  environment: Environment,
  repository: string,
  kind: AllowanceKind,
  make: (before: readonly string[]) => readonly string[],
): Promise<Allowed> {
  const all = await readState(environment, store)
  const before = ownOf(all.repositories, repository) ?? NOTHING
  const after = { ...before, [kind]: make(before[kind]) }
  const written = { host: [...after.host], read: [...after.read], write: [...after.write] }
  await writeState(environment, store, {
    ...all,
    repositories: { ...all.repositories, [repository]: written },
  })
  return after
}
