import { parseRoleFile } from '../config/role-file.ts'
import type { TeamRole } from '../contracts/team-role.ts'
import { RunFailure } from '../kernel/failure.ts'
import type { BroughtFile } from './brought-files.ts'
import { ROLE_FOLDERS } from './brought-files.ts'

const MOST_ROLES = 100

/**
 * The roles that the files of a repository describe, by name. Of two with one name the one of the folder that
 * counts first is taken; two in one folder are `bad-input`, because nobody could say which was meant.
 */
export function teamRolesOf(files: readonly BroughtFile[]): readonly TeamRole[] {
  const roles = new Map<string, TeamRole>()
  for (const { folder, ending } of ROLE_FOLDERS) {
    const here = files.filter(({ path }) => isRoleFile(path, folder, ending))
    for (const { path, bytes } of here) {
      const role = parseRoleFile(bytes.toString('utf8'), path)
      if (role === null) continue
      const earlier = roles.get(role.name)
      if (earlier?.from.startsWith(`${folder}/`)) throw twice(role, earlier)
      if (earlier === undefined) roles.set(role.name, { ...role })
    }
  }
  if (roles.size > MOST_ROLES) {
    const message = `There are ${roles.size} role files, and at most ${MOST_ROLES} are read; remove what the team does not use.`
    throw new RunFailure({ code: 'bad-input', message })
  }
  return [...roles.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

function isRoleFile(path: string, folder: string, ending: string): boolean {
  const name = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : ''
  return name.endsWith(ending) && !name.includes('/') && name.toLowerCase() !== 'readme.md'
}

function twice({ name, from }: TeamRole, earlier: TeamRole): RunFailure {
  const message = `${from} and ${earlier.from} both describe the role ${name}; rename or remove one of them.`
  return new RunFailure({ code: 'bad-input', message, where: from })
}
