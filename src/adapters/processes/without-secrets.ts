import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const SECRET =
  /extraheader|helper|passw|token|cookie|sslkey|sslcert|secret|_auth|auth(?:ident|orization)|username|keyfile|certfile|^\s*["']?(?:key|cert)["']?\s*[=:]/i
/** A key that is not seen signs nothing, and whoever tries fails. */
const SIGNS = /^\s*(?:gpgsign|forcesignannotated)\b/i
/** What git takes for one line. */
const BROKEN_LINE = /\\\r?\n/g
const SECTION = /^\s*\[(?:"(?:[^"\\]|\\.)*"|[^\]"])*\]+/
const CREDENTIALS = /(:\/\/)[^/@\s"']+@/g

/**
 * Settings in lines, without those that could be somebody's login or ask for a signature, and without what stands
 * before the host of an address. The name of a section stays.
 */
export function withoutSecrets(settings: string): string {
  const lines = settings.replaceAll(BROKEN_LINE, ' ').split('\n')
  return lines.flatMap(shownOf).join('\n').replaceAll(CREDENTIALS, '$1')
}

function shownOf(line: string): readonly string[] {
  const section = SECTION.exec(line)?.[0] ?? ''
  const setting = line.slice(section.length)
  if (!SECRET.test(setting) && !SIGNS.test(setting)) return [line]
  return section === '' ? [] : [section]
}

/** `null` when it cannot be read. */
export function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/** As a whole, because another launch may be reading it. */
export function writeAnew(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const fresh = `${file}.${process.pid}`
  writeFileSync(fresh, text, { mode: 0o600 })
  renameSync(fresh, file)
}
