import type { Dirent } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReportFile } from '../../../kernel/ports/commands.ts'
import { MOST_TEXT_BYTES, readOutput } from './read-output.ts'

/** Beyond these a set of reports is read in part, and said to be. */
const MOST_FILES = 1000
const MOST_ENTRIES = 200_000

export interface ReportWatch {
  /** The report files that were written since the watch began. */
  readonly collect: () => Promise<{ readonly reports: readonly ReportFile[]; readonly whole: boolean }>
}

/**
 * Notes which report files are there, so that only those written afterwards count: one that the tree holds, or an
 * earlier command left behind, proves nothing.
 */
export async function watchReports(root: string, patterns: readonly string[]): Promise<ReportWatch> {
  const before = await marksOf(root, patterns)
  return {
    async collect() {
      const after = await marksOf(root, patterns)
      const written = [...after].filter(([path, mark]) => before.get(path) !== mark).map(([path]) => path)
      const reports: ReportFile[] = []
      let left = MOST_TEXT_BYTES
      let whole = written.length <= MOST_FILES
      for (const path of written.toSorted().slice(0, MOST_FILES)) {
        const read = await readOutput(join(root, path), Math.max(left, 0), 0)
        left -= read.text.length
        whole &&= read.whole
        reports.push({ path, text: read.text })
      }
      return { reports, whole }
    },
  }
}

/** Inode and time of the last change, which only the system can set. What a link leads out to is nobody's report. */
async function marksOf(root: string, patterns: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const marks = new Map<string, string>()
  const inside = `${await realpath(root).catch(() => root)}/`
  for (const pattern of patterns) {
    for (const path of await matchesIn(root, pattern)) {
      const real = await realpath(join(root, path)).catch(() => '')
      const state = real.startsWith(inside) ? await stat(real).catch(() => null) : null
      if (state?.isFile()) marks.set(path, `${state.ino} ${state.size} ${state.ctimeMs}`)
    }
  }
  return marks
}

async function matchesIn(root: string, pattern: string): Promise<readonly string[]> {
  const parts = pattern.split('/').filter((part) => part !== '' && part !== '.')
  if (parts.includes('..')) return []
  const fixed = parts.findIndex((part) => /[*?]/.test(part))
  if (fixed === -1) return [parts.join('/')]
  const wanted = toPattern(parts)
  const found: string[] = []
  const folders = [parts.slice(0, fixed).join('/')]
  let seen = 0
  for (let folder = folders.pop(); folder !== undefined && seen < MOST_ENTRIES; folder = folders.pop()) {
    for (const entry of await entriesOf(join(root, folder))) {
      seen += 1
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory() && entry.name !== '.git' && entry.name !== 'node_modules') folders.push(path)
      else if (entry.isFile() && wanted.test(path)) found.push(path)
    }
  }
  return found
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => [])
}

function toPattern(parts: readonly string[]): RegExp {
  const pieces = parts.map((part, index) => {
    if (part === '**') return index === parts.length - 1 ? '.*' : '(?:[^/]+/)*'
    const piece = part
      .replaceAll(/[^A-Za-z0-9_*?]/g, String.raw`\$&`)
      .replaceAll('*', '[^/]*')
      .replaceAll('?', '[^/]')
    return index === parts.length - 1 ? piece : `${piece}/`
  })
  return new RegExp(`^${pieces.join('')}$`)
}
