/**
 * A path as the rules compare it. Contract: spellings that some file system takes for the same file (letter case,
 * composed and decomposed Unicode, letters that cannot be seen) give the same text.
 */
export function foldPath(path: string): string {
  return path
    .normalize('NFC')
    .replaceAll(/[\p{Cf}\uFE0F]/gu, '')
    .toLowerCase()
}

/** The last step of a folded path. */
export function foldedName(path: string): string {
  return foldPath(path).split('/').at(-1) ?? ''
}
