import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { z } from 'zod'
import { RunFailure } from '../kernel/failure.ts'
import type { Environment } from './locations.ts'
import { stateHome } from './locations.ts'
import { readWrittenFile } from './read-written-file.ts'

/** One of the files in which Tutti keeps a user's word for all repositories. */
export interface StateFile<T> {
  readonly name: string
  readonly schema: z.ZodType<T>
  /** What it says as long as it is not there. */
  readonly empty: T
  /** What a person does when it is broken and was removed. */
  readonly again: string
}

/** Where it is. */
export function stateFile(environment: Environment, { name }: Pick<StateFile<unknown>, 'name'>): string {
  return join(stateHome(environment), 'tutti', name)
}

export async function readState<T>(environment: Environment, file: StateFile<T>): Promise<T> {
  const path = stateFile(environment, file)
  const text = await readWrittenFile(path, path)
  if (text === null) return file.empty
  try {
    return file.schema.parse(JSON.parse(text))
  } catch (cause) {
    const message = `${path} is not what Tutti wrote; remove it, and ${file.again}.`
    throw new RunFailure({ code: 'bad-input', message, where: path }, { cause })
  }
}

/** Written beside and moved into place, so that nobody reads half of it. */
export async function writeState<T>(environment: Environment, file: StateFile<T>, state: T): Promise<void> {
  const path = stateFile(environment, file)
  const draft = `${path}.${process.pid}`
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeFile(draft, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 })
    await rename(draft, path)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const message = `${path} cannot be written (${reason}); make room for it there, or let this user write it.`
    throw new RunFailure({ code: 'workspace-failed', message }, { cause })
  }
}

/** Of a record whose keys anybody may have chosen. */
export function ownOf<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}
