import type { PaperTree } from './paper-tree.ts'
import { applyEdit } from './paper-tree.ts'
import type { Branch } from './scenario.ts'

/** A branch done again on top of the line, with everything that the line has since the base. */
export function resolveHonestly(branch: Branch, base: PaperTree, head: PaperTree): PaperTree {
  return branch.edits.reduce((tree, edit) => {
    const [before, now] = [base.get(edit.path), tree.get(edit.path)]
    if (edit.kind === 'remove' && now?.text !== before?.text) return tree
    const isGone = edit.kind !== 'remove' && now === undefined && before !== undefined
    return applyEdit(isGone ? new Map([...tree, [edit.path, before]]) : tree, edit)
  }, head)
}

/** The same, but files in conflict are as on the branch's own side. */
export function resolveLazily(honest: PaperTree, own: PaperTree, paths: readonly string[]): PaperTree {
  const tree = new Map(honest)
  for (const path of paths) {
    const file = own.get(path)
    if (file === undefined) tree.delete(path)
    else tree.set(path, file)
  }
  return tree
}
