import { z } from 'zod'
import { readFrontmatter } from '../../config/read-frontmatter.ts'
import { RunFailure } from '../../kernel/failure.ts'
import { ROLE_NAME } from '../../plan/role.ts'

const LONGEST = 120
const FEWEST_ERRORS = 3

const front = z.object({
  role: z.string().regex(ROLE_NAME, 'a name in small letters, such as tester'),
  prefix: z.string().regex(/^[A-Z][A-Z0-9]*$/, 'capital letters, such as TEST'),
  inner_loop: z.boolean('true or false'),
  message_types: z.object(
    { success: z.string(), error: z.string() },
    'success and error, each with its word',
  ),
})

const PHASES = ['## Phase 2', '## Phase 3', '## Phase 4']

/**
 * What is wrong with a role's specification, each in one sentence; empty when a worker can be given it. One that was
 * `given` by a person needs its frontmatter and its phases; what is composed here needs all of it.
 */
export function problemsOfRoleSpec(text: string, file = 'the role-spec', isGiven = false): readonly string[] {
  try {
    const { keys, body } = readFrontmatter(text, file)
    if (keys === null)
      return [
        `${file}: it has no frontmatter; begin it with --- and role, prefix, inner_loop and message_types.`,
      ]
    const sections = isGiven ? PHASES : ['## Identity', '### MUST\n', '### MUST NOT', ...PHASES]
    const errors = (/^## Error Handling\n([^#]*)/m.exec(body)?.[1] ?? '').match(/^\|/gm)?.length ?? 0
    const lines = text.trimEnd().split('\n').length
    return [
      ...(front.safeParse(keys).error?.issues ?? []).map(
        ({ path, message }) =>
          `${file}: \`${String(path[0])}\` must be ${message.replace(/^Invalid.*/, 'complete')}.`,
      ),
      ...sections.flatMap((each) =>
        body.includes(`\n${each}`) ? [] : [`${file}: ${each.replace(/^#+ /, '').trim()} is missing.`],
      ),
      ...(isGiven || errors >= FEWEST_ERRORS + 2
        ? []
        : [`${file}: its table of errors needs at least ${FEWEST_ERRORS} rows.`]),
      ...(isGiven || lines <= LONGEST ? [] : [`${file}: it has ${lines} lines; keep it to ${LONGEST}.`]),
    ]
  } catch (thrown) {
    if (!(thrown instanceof RunFailure)) throw thrown
    return [thrown.message]
  }
}
