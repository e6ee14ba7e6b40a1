import type { Importer } from '../importer.ts'
import { readSession, sessionFolderIn } from './read-session.ts'

/** Goes on from a session's folder, or from one that holds it. */
export const teamCoordinateImporter: Importer = {
  recognises: (given) => sessionFolderIn(given) !== null,
  objectiveOf: (given) => readSession(given).objective,
}
