import type { Importer } from '../importer.ts'
import { readSession, sessionFolderIn } from './read-session.ts'
import { TEAM_FOLDER } from './session-id.ts'

/** Goes on from a session's folder, or from one that holds it. */
export const teamCoordinateImporter: Importer = {
  home: TEAM_FOLDER,
  recognises: (given) => sessionFolderIn(given) !== null,
  objectiveOf: (given) => readSession(given).objective,
}
