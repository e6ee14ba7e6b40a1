import { nearestWord } from '../config/nearest-word.ts'
import { ROLES } from '../plan/role.ts'
import type { Route } from '../plan/route.ts'

/** One notice for each role of a route that nobody here has, and that only a job which makes its own roles could. */
export function routesForNobody(routes: readonly Route[], team: readonly string[]): readonly string[] {
  const known = [...ROLES, ...team]
  const named = routes.flatMap(({ role }) => (role === undefined || known.includes(role) ? [] : [role]))
  return [...new Set(named)].map((role) => {
    const near = nearestWord(role, known)
    const meant = near === null ? '' : ` Is \`${near}\` meant?`
    return `A route names the role \`${role}\`, which nobody has; it counts only if the job makes such a role.${meant}`
  })
}
