import { parsePaths } from '../../plan/path-pattern.ts'

/** Whether the write-set names this very file: not by a glob, and not by a folder around it. */
export function namesLiterally(writeSet: readonly string[], path: string): boolean {
  const wanted = path.normalize('NFC')
  return writeSet.some(
    (each) => parsePaths(each.normalize('NFC'))?.some(({ name }) => name === wanted) ?? false,
  )
}
