/**
 * Node reports a test file that registered no test as one passing test, named by its path. It is none: otherwise an
 * emptied file would look as good as a full one.
 */
export function isFileAsTest(name: string): boolean {
  return /^[^\s>]{1,1000}\.[cm]?[jt]sx?$/.test(name) && /[\\/]|(?:^|[._-])(?:test|spec)[._-]/.test(name)
}
