import type { Environment, Locations } from './locations.ts'
import { openHost } from './host.ts'

/** Where the runs around a folder live, for commands that only look. */
export async function openRunStore(cwd: string, environment: Environment): Promise<Locations> {
  return (await openHost({ cwd, environment, flags: [] })).locations
}
