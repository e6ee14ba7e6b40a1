import type { WrittenFile } from '../kernel/ports/workspaces.ts'

const MOST_NAMED = 3

/**
 * What is said of a gate that wrote files of the commit that it does not write on the base; `null` when there are
 * none. A file that is the same again may also lie in or below a folder in which the gate writes there: whoever
 * generates files writes those of new work too.
 */
export function tellRewritten(
  command: string,
  written: readonly WrittenFile[],
  onBase: readonly string[],
): string | null {
  const strange = strangeFiles(written, onBase)
  const changed = strange.filter(({ as }) => as === 'other')
  const told = changed.length > 0 ? changed : strange
  if (told.length === 0) return null
  const names = told.slice(0, MOST_NAMED).map(({ path }) => path)
  const more = told.length > MOST_NAMED ? ` and ${told.length - MOST_NAMED} more` : ''
  const did = changed.length > 0 ? ['changed', ''] : ['wrote to', ' and put that back']
  return `\`${command}\` ${did[0]} ${names.join(', ')}${more} while it ran${did[1]}; what was proven is not what was committed.`
}

/** Files that a gate wrote which it does not write by itself. */
export function strangeFiles(
  written: readonly WrittenFile[],
  onBase: readonly string[],
): readonly WrittenFile[] {
  const usual = new Set(onBase)
  const folders = new Set(onBase.map(folderOf).filter((folder) => folder !== ''))
  return written.filter(
    ({ path, as }) =>
      !usual.has(path) && !(as === 'same' && foldersAbove(path).some((up) => folders.has(up))),
  )
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

function foldersAbove(path: string): readonly string[] {
  const above: string[] = []
  for (let up = folderOf(path); up !== ''; up = folderOf(up)) above.push(up)
  return above
}
