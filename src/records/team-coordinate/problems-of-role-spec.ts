import { readFrontmatter } from '../../config/read-frontmatter.ts'
import { RunFailure } from '../../kernel/failure.ts'
import { ROLE_NAME } from '../../plan/role.ts'

export const LONGEST_SPEC = 120
const FEWEST_ERRORS = 3

const SECTIONS: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/^## Identity\b/m, 'the section Identity'],
  [/^### MUST$/m, 'the rules under MUST'],
  [/^### MUST NOT$/m, 'the rules under MUST NOT'],
  [/^## Phase 2\b/m, 'Phase 2'],
  [/^## Phase 3\b/m, 'Phase 3'],
  [/^## Phase 4\b/m, 'Phase 4'],
]

/** What is wrong with a role's specification, each in one sentence; empty when a worker can be given it. */
export function problemsOfRoleSpec(text: string, file = 'the role-spec'): readonly string[] {
  try {
    const { keys, body } = readFrontmatter(text, file)
    const lines = text.trimEnd().split('\n').length
    return [
      ...(keys === null
        ? [
            `${file}: it has no frontmatter; begin it with --- and the keys role, prefix, inner_loop and message_types.`,
          ]
        : problemsOfKeys(keys, file)),
      ...SECTIONS.flatMap(([pattern, what]) => (pattern.test(body) ? [] : [`${file}: ${what} is missing.`])),
      ...(errorsIn(body) >= FEWEST_ERRORS
        ? []
        : [`${file}: its table of errors needs at least ${FEWEST_ERRORS} rows.`]),
      ...(lines <= LONGEST_SPEC ? [] : [`${file}: it has ${lines} lines; keep it to ${LONGEST_SPEC}.`]),
    ]
  } catch (thrown) {
    if (!(thrown instanceof RunFailure)) throw thrown
    return [thrown.message]
  }
}

function problemsOfKeys(keys: Readonly<Record<string, unknown>>, file: string): readonly string[] {
  const { role, prefix, inner_loop: loop, message_types: types } = keys
  const needs = (isMet: boolean, what: string): readonly string[] => (isMet ? [] : [`${file}: ${what}`])
  return [
    ...needs(
      typeof role === 'string' && ROLE_NAME.test(role),
      '`role` must be a name in small letters, such as tester.',
    ),
    ...needs(
      typeof prefix === 'string' && /^[A-Z][A-Z0-9]*$/.test(prefix),
      '`prefix` must be in capital letters, such as TEST.',
    ),
    ...needs(typeof loop === 'boolean', '`inner_loop` must be true or false.'),
    ...needs(
      typeof types === 'object' && types !== null && 'success' in types && 'error' in types,
      '`message_types` must have success and error.',
    ),
  ]
}

function errorsIn(body: string): number {
  const [, table = ''] = /^## Error Handling\s*\n([\s\S]*?)(?:\n## |$(?![\s\S]))/m.exec(body) ?? []
  const rows = table.split('\n').filter((line) => /^\s*\|/.test(line))
  return Math.max(0, rows.length - 2)
}
