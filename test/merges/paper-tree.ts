/** A file as bytes in latin1, so that texts and binaries are handled alike. */
export interface PaperFile {
  readonly text: string
  readonly executable: boolean
}

/** The files of a commit by path. */
export type PaperTree = ReadonlyMap<string, PaperFile>

/** What a branch does, told so that it can be done again on top of what others have done. */
export type Edit =
  /** A line of its own, far from everybody else's. */
  | { readonly kind: 'insert'; readonly path: string; readonly after: string; readonly line: string }
  /** A line in place of one that another branch replaces too. */
  | { readonly kind: 'replace'; readonly path: string; readonly line: string; readonly by: string }
  | { readonly kind: 'add'; readonly path: string; readonly lines: readonly string[] }
  | { readonly kind: 'rename'; readonly path: string; readonly to: string }
  | { readonly kind: 'remove'; readonly path: string }
  | { readonly kind: 'make-executable'; readonly path: string }
  /** Bytes after those that are there. */
  | { readonly kind: 'append-bytes'; readonly path: string; readonly bytes: string }

const plain = { executable: false }

/** Does an edit on any tree and keeps whatever others have done: this is what an honest resolver does. */
export function applyEdit(tree: PaperTree, edit: Edit): PaperTree {
  const file = tree.get(edit.path)
  const withText = (text: string): PaperTree => new Map([...tree, [edit.path, { ...(file ?? plain), text }]])
  switch (edit.kind) {
    case 'insert':
      return withText(insertAfter(file?.text ?? '', edit.after, edit.line))
    case 'replace': {
      const text = file?.text ?? ''
      const line = `${edit.line}\n`
      return withText(text.includes(line) ? text.replace(line, `${edit.by}\n`) : `${text}${edit.by}\n`)
    }
    case 'add':
      return withText(`${file?.text ?? ''}${edit.lines.map((line) => `${line}\n`).join('')}`)
    case 'rename':
      return file === undefined
        ? tree
        : new Map([...tree].filter(([path]) => path !== edit.path).concat([[edit.to, file]]))
    case 'remove':
      return new Map([...tree].filter(([path]) => path !== edit.path))
    case 'make-executable':
      return file === undefined ? tree : new Map([...tree, [edit.path, { ...file, executable: true }]])
    case 'append-bytes':
      return withText(`${file?.text ?? ''}${edit.bytes}`)
  }
}

export function applyEdits(tree: PaperTree, edits: readonly Edit[]): PaperTree {
  return edits.reduce(applyEdit, tree)
}

function insertAfter(text: string, anchor: string, line: string): string {
  const at = text.indexOf(`${anchor}\n`)
  if (at < 0) return `${text}${line}\n`
  const end = at + anchor.length + 1
  return `${text.slice(0, end)}${line}\n${text.slice(end)}`
}
