const MOST_PATHS = 3
const REFUSED = /\bEROFS\b|read-only file system/i
const ABSOLUTE = /(?<![\w./~-])\/(?!\/)[^\s'"`‘’“”:,;()<>]+/g

/** Folders that a command wanted to write to and that were read-only to it, as far as its output names them. */
export function refusedPaths(output: string): readonly string[] {
  const lines = output.split('\n').filter((line) => REFUSED.test(line))
  const named = lines.flatMap((line) => line.match(ABSOLUTE)?.slice(-1) ?? [])
  const folders = [...new Set(named.map(folderOf))].filter((folder) => folder.split('/').length > 2)
  return folders
    .filter((folder) => !folders.some((other) => other !== folder && folder.startsWith(`${other}/`)))
    .slice(0, MOST_PATHS)
}

/** A file cannot be allowed before it is there. */
function folderOf(path: string): string {
  const whole = path.replace(/[/.]+$/, '')
  return /\.[^./]+$/.test(whole.slice(1)) && !/\/\.[^./]+$/.test(whole)
    ? whole.replace(/\/[^/]*$/, '')
    : whole
}
