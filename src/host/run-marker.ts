import type { Locations } from './locations.ts'

/** What every process of a run carries in its environment; unique to the run on this machine. */
export function runMarker({ repository }: Locations, run: string): string {
  return `${repository.commonDir}#${run}`
}
