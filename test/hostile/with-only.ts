import { mkdir, symlink } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { existsSync } from 'node:fs'
import type { CliBench } from '../harness/cli-bench.ts'
import type { Arranged } from './hostile-case.ts'

/** A PATH on which there are these programs and no other. */
export async function withOnly(
  { folder, environment }: CliBench,
  programs: readonly string[],
): Promise<Arranged> {
  const bin = join(folder, 'bin')
  await mkdir(bin)
  for (const program of programs) {
    const places = (environment['PATH'] ?? '').split(delimiter).map((place) => join(place, program))
    const found = places.find((place) => existsSync(place))
    if (found === undefined) throw new Error(`The tests need ${program} on the PATH.`)
    await symlink(found, join(bin, program))
  }
  return { environment: { ...environment, PATH: bin } }
}
