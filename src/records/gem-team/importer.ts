import type { Importer } from '../importer.ts'
import { plansIn, readGiven } from './given-plan.ts'

/** Files under docs/plan/{plan_id} as gem-team writes them. */
export const gemTeamImporter: Importer = {
  recognises: (given) => plansIn(given).length > 0,
  objectiveOf: (given) => readGiven(given).written.objective,
}
