import { oneLine } from '../../kernel/plain-text.ts'
import { plural } from '../../protocol/words.ts'

const MOST_NAMED = 6

/** Files that were written one after the other, in one sentence; `null` when none of them is worth it. */
export function writtenWords(paths: readonly string[]): string | null {
  const files = [...new Set(paths)].filter((path) => !path.endsWith('.gitkeep')).map((path) => oneLine(path))
  if (files.length < 2) return files.length === 0 ? null : `wrote ${files.join('')}`
  const folder = folderOf(files)
  const named = files.slice(0, MOST_NAMED).map((path) => path.slice(folder.length))
  const more = files.length > MOST_NAMED ? ` and ${files.length - MOST_NAMED} more` : ''
  const where = folder === '' ? '' : ` in ${folder}`
  return `wrote ${plural(files.length, 'file')}${where}: ${named.join(', ')}${more}`
}

/** The folder that holds them all, with its slash. */
function folderOf(paths: readonly string[]): string {
  const parts = paths.map((path) => path.split('/').slice(0, -1))
  const [first = [], ...others] = parts
  const differs = first.findIndex((part, at) => others.some((other) => other[at] !== part))
  const common = differs === -1 ? first : first.slice(0, differs)
  return common.map((part) => `${part}/`).join('')
}
