/** A role as a team has written it down: its own words for one of ours, or a role of its own that does tasks. */
export type TeamRole = {
  readonly name: string
  readonly description: string
  readonly instructions: string
  /** The file it comes from, by its path in the repository. */
  readonly from: string
  readonly access: 'read' | 'write'
}

/** A team's words come before ours: they say how, ours say what is asked and what counts as an answer. */
export function teamWords(role: TeamRole | null): readonly string[] {
  return role === null
    ? []
    : [`## How this team wants the ${role.name} to work (${role.from})\n${role.instructions.trim()}`]
}
