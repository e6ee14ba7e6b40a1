import { readFileSync } from 'node:fs'
import { nameIn } from './playbook-file.ts'

/** What is wrong with a team's playbook, in one sentence that begins with the file and the line where they are known. */
export function playbookTrouble(thrown: unknown, path: string, root: string): string {
  const problem = thrown instanceof Error ? thrown.message : String(thrown)
  const parsed = /^ParseError: (.*?)\s*\n\s*(.+):(\d+):(\d+)/s.exec(problem)
  if (parsed) {
    const [, what = '', file = path, line = '1', column = '1'] = parsed
    return `${nameIn(root, file)}:${line}:${column}: ${sentence(what)}`
  }
  const [first = ''] = problem.split('\n')
  const place = placeOfImport(thrown) ?? placeInStack(thrown, root)
  if (place === null) return `${nameIn(root, path)}: ${sentence(first)}`
  return `${nameIn(root, place.file)}:${place.line}: ${sentence(first)}`
}

interface Place {
  readonly file: string
  readonly line: string
}

/** Where a module that is not there is asked for: the error itself says only in which file. */
function placeOfImport(thrown: unknown): Place | null {
  if (!(thrown instanceof Error) || !('requireStack' in thrown)) return null
  const [file] = Array.isArray(thrown.requireStack) ? thrown.requireStack : []
  const [, specifier] = /'(.+?)'/.exec(thrown.message) ?? []
  if (typeof file !== 'string' || specifier === undefined) return null
  const lines = readFileSync(file, 'utf8').split('\n')
  const line = lines.findIndex((text) => text.includes(`'${specifier}'`) || text.includes(`"${specifier}"`))
  return line < 0 ? null : { file, line: String(line + 1) }
}

/** The first line of the trace that is the team's own. */
function placeInStack(thrown: unknown, root: string): Place | null {
  const frames = thrown instanceof Error ? (thrown.stack ?? '').split('\n') : []
  for (const frame of frames) {
    const [, file = '', line = ''] = /^\s+at (?:.*\()?(?:file:\/\/)?(\/.+?):(\d+):\d+\)?$/.exec(frame) ?? []
    if (file.startsWith(`${root}/`) && !file.includes('/node_modules/')) return { file, line }
  }
  return null
}

function sentence(text: string): string {
  const said = text.trim().replace(/\.$/, '')
  return `${said === '' ? 'it threw' : said}.`
}
