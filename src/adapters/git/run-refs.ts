import { safeName } from './safe-name.ts'

export type RefPurpose = 'work' | 'step' | 'merge' | 'overlay' | 'wip' | 'undone'

/** The ref that keeps a commit of a run alive until the run is cleaned away. */
export function runRef(run: string, purpose: RefPurpose, name: string): string {
  return `${runRefPrefix(run)}${purpose}/${safeName(name)}`
}

/** The folder of all refs of a run, with its closing slash. */
export function runRefPrefix(run: string): string {
  return `refs/tutti/${safeName(run)}/`
}
