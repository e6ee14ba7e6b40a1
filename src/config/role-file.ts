import { ROLE_NAME } from '../plan/role.ts'
import { refuseDocument } from './read-document.ts'
import { readFrontmatter } from './read-frontmatter.ts'
import { accessOf } from './role-access.ts'

/** A role as a team has written it down. */
export interface RoleFile {
  readonly name: string
  readonly description: string
  readonly instructions: string
  /** The file it comes from, by its path in the repository. */
  readonly from: string
  readonly access: 'read' | 'write'
}

/** Longer files are refused: a role's words go into every request that is made of it. */
export const LONGEST_ROLE_FILE = 65_536

/**
 * Reads a role from Markdown with YAML at its top, as Tutti, Copilot, Claude Code and opencode have it; keys that
 * mean nothing here are passed over. `null` for a file of others without YAML at its top, which is no role. Throws
 * `bad-input` with line and column.
 */
export function parseRoleFile(text: string, path: string): RoleFile | null {
  const refuse = (line: number, problem: string) => refuseDocument(path, [{ line, column: 1, text: problem }])
  if (text.length > LONGEST_ROLE_FILE)
    throw refuse(1, 'the file is larger than 64 KB; a role is told in fewer words')
  if (/[\0\uFFFD]/.test(text)) throw refuse(1, 'the file is not UTF-8 text; save it as UTF-8')
  const { keys, body, lineOf } = readFrontmatter(text, path)
  if (keys === null && !path.startsWith('.tutti/')) return null
  const written = textAt(keys, 'name')
  const name = slugOf(written === '' ? ownName(path) : written)
  if (!ROLE_NAME.test(name)) {
    throw refuse(
      lineOf('name'),
      `no role can be named \`${written || ownName(path)}\`: begin the name with a letter`,
    )
  }
  const description = textAt(keys, 'description')
  const instructions = body.trim() === '' ? description : body.trim()
  if (instructions === '') throw refuse(1, 'the file says nothing of what the role does')
  return { name, description, instructions, from: path, access: accessOf(keys ?? {}) }
}

function textAt(keys: Readonly<Record<string, unknown>> | null, key: string): string {
  const value = keys !== null && Object.hasOwn(keys, key) ? keys[key] : undefined
  return typeof value === 'string' ? value.trim() : ''
}

function ownName(path: string): string {
  return (path.split('/').at(-1) ?? '').replace(/(\.agent)?\.md$/i, '')
}

function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 48)
    .replace(/-+$/, '')
}
