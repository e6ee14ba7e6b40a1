import { runPolicyOf } from '../config/run-policy-of.ts'
import type { Settings } from '../config/settings.ts'
import type { TeamRole } from '../contracts/team-role.ts'
import type { NewRun } from '../kernel/play.ts'
import type { StandardInput, WrittenInput } from '../playbooks/standard-input.ts'
import type { ChosenAgents } from './choose-agents.ts'

/** The branch that a run is to deliver. */
export function branchOf({ deliver }: Pick<Settings, 'deliver'>, run: string): string {
  return deliver.branch.replaceAll('{run}', run)
}

/** What a run begins with beside words, and where its process's files are also to be written. */
export type Given = Pick<StandardInput, 'plan' | 'from' | 'inPlace'>

/** What a new run is told, complete, so that its journal alone says how it is to be played. */
export function standardInput(
  run: string,
  objective: string,
  settings: Settings,
  agents: Pick<ChosenAgents, 'roles' | 'programs'> & Partial<ChosenAgents>,
  teamRoles: readonly TeamRole[] = [],
  given: Given = { plan: null, from: null, inPlace: false },
): Omit<NewRun, 'run'> {
  const { limits } = settings
  const { fallbacks = {}, routes = [] } = agents
  const routing = {
    ...(Object.keys(fallbacks).length === 0 ? {} : { fallbacks }),
    ...(routes.length === 0 ? {} : { routes }),
  }
  const input: WrittenInput = {
    objective,
    agents: { ...agents.roles },
    programs: Object.fromEntries(
      Object.entries(agents.programs).map(([name, { command, ...rest }]) => [
        name,
        { command: [...command], ...rest },
      ]),
    ),
    ...routing,
    verify: settings.verify === null ? null : settings.verify.map((command) => ({ ...command })),
    prepare: settings.prepare === false ? '' : settings.prepare,
    copy: [...settings.copy],
    policy: runPolicyOf(settings),
    taskLimits: { ...limits.task },
    teamRoles: [...teamRoles],
    ...given,
    branch: branchOf(settings, run),
  }
  return { input: JSON.parse(JSON.stringify(input)), limits: limits.run }
}
