type Keys = Readonly<Record<string, unknown>>

/** Names under which the programs that these files are written for know tools that change files. */
const WRITING_TOOL = /edit|write|patch|replace|insert|create/i
const NOT_OF_FILES = /todo|issue|comment|pull|branch|release|gist/i

/**
 * What a role may do to files, by what its file says of tools. Saying nothing leaves every tool; a list leaves
 * those on it; a group switches tools on and off.
 */
export function accessOf(keys: Keys): 'read' | 'write' {
  const allowed = allowsWriting(keys['tools'])
  const forbidden = wordsOf(keys['disallowedTools']) ?? []
  const { edit } = isGroup(keys['permission']) ? keys['permission'] : { edit: undefined }
  const isForbidden = edit === 'deny' || ['edit', 'write'].every((tool) => forbidden.includes(tool))
  return allowed && !isForbidden ? 'write' : 'read'
}

function allowsWriting(tools: unknown): boolean {
  if (isGroup(tools)) {
    const others = tools['*'] ?? true
    return ['edit', 'write', 'patch'].some(
      (tool) => (tools[tool] ?? (tool === 'patch' ? false : others)) !== false,
    )
  }
  const words = wordsOf(tools)
  return words === null || words.some((tool) => tool === '*' || changesFiles(tool))
}

function changesFiles(tool: string): boolean {
  return WRITING_TOOL.test(tool) && !NOT_OF_FILES.test(tool)
}

/** A list, or a line with commas, in small letters; `null` where nothing is said. */
function wordsOf(value: unknown): readonly string[] | null {
  if (typeof value === 'string') return value.split(',').flatMap(word)
  return Array.isArray(value) ? value.flatMap(word) : null
}

function word(value: unknown): readonly string[] {
  const name = typeof value === 'string' ? value.trim().toLowerCase() : ''
  return name === '' ? [] : [name]
}

function isGroup(value: unknown): value is Keys {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
