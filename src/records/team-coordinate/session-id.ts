import { slugOf } from '../../stages/intake/slug-of.ts'

/** Where sessions live, from the root of the repository. */
export const TEAM_FOLDER = '.workflow/.team'

/** `TC-<first three telling words>-<day>`; the same request on the same day gives the same one. */
export function sessionId(objective: string, at: number): string {
  return `TC-${slugOf(objective).replaceAll('_', '-')}-${new Date(at).toISOString().slice(0, 10)}`
}

/** The folder of a session, as task descriptions and files name it. */
export function sessionFolder(session: string): string {
  return `${TEAM_FOLDER}/${session}`
}

/** What the team of a session is called. */
export function teamName(session: string): string {
  return session.replace(/^TC-/, '').replace(/-\d{4}-\d{2}-\d{2}$/, '')
}
