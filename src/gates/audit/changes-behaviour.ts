import type { ChangedFile } from '../../kernel/ports/repository.ts'
import { foldPath } from './fold-path.ts'
import { sourceLines } from './source-lines.ts'
import { isCodeFile } from './test-file.ts'

const prose =
  /\.(?:md|mdx|rst|adoc|txt|text|log|todo)$|(?:^|\/)(?:licen[cs]e|notice|authors|contributors|codeowners|todo)$/
const proseFolder = /^(?:docs?|documentation)\//
/** Texts that a build or an installation goes by. */
const builds =
  /(?:^|\/)(?:cmakelists|meson_options|(?:[\w.-]*[-_.])?(?:requirements|constraints)[\w.-]*)\.txt$/
/** Languages in which the beginning of a line says what it belongs to. */
const indented = /\.(?:py|pyi|ya?ml|nim|sass|pug|haml|coffee|fs|hs|elm)$/

/**
 * Whether anything that runs, builds or is configured differs by this change. Comments, white space, prose,
 * and texts that nothing in the change names do not. Contract: in doubt, yes.
 */
export function changesBehaviour(files: readonly ChangedFile[]): boolean {
  return files.some((file) => isBehaviour(file, files))
}

function isBehaviour(file: ChangedFile, files: readonly ChangedFile[]): boolean {
  const { path, kind, before, after, opaque, modeChanged, entry } = file
  const folded = foldPath(path)
  if ((prose.test(folded) && !builds.test(folded)) || (proseFolder.test(folded) && !isCodeFile(path)))
    return isRead(file, files)
  if (opaque || modeChanged || entry !== undefined || kind === 'deleted') return true
  if (folded.endsWith('.json')) return squeezed(before ?? '') !== squeezed(after ?? '')
  if (!isCodeFile(path) && !/\.(?:ya?ml|toml|sql|html?|xml|css|s[ac]ss)$/.test(folded))
    return before !== after
  return whatRuns(path, before ?? '') !== whatRuns(path, after ?? '')
}

/** Whether another file of the change names it, outside of prose. */
function isRead({ path }: ChangedFile, files: readonly ChangedFile[]): boolean {
  const name = path.split('/').at(-1) ?? path
  return files.some(
    (other) =>
      other.path !== path && !prose.test(foldPath(other.path)) && (other.after?.includes(name) ?? false),
  )
}

/** What is left of a source without comments and the white space that means nothing. */
function whatRuns(path: string, text: string): string {
  const lines = sourceLines(path, text).map(({ code }) => code.trimEnd())
  const kept = lines.filter((line) => line !== '')
  return indented.test(path) ? kept.join('\n') : kept.map((line) => squeezed(line)).join(' ')
}

function squeezed(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
