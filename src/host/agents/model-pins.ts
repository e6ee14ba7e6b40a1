import type { AgentChoice, Settings } from '../../config/settings.ts'

/** The models that the settings pin for an agent, each with who asks for it, such as `opus (planner)`. */
export function modelPins(name: string, settings: Settings): readonly string[] {
  const { agent: standard, model, agents, roles, routes } = settings
  const own = Object.hasOwn(agents, name) ? (agents[name]?.model ?? null) : null
  const takes = (choice: AgentChoice): boolean => (choice.agent ?? standard) === name
  return [
    ...(own === null ? [] : [own]),
    ...(standard === name && model !== null ? [`${model} (run)`] : []),
    ...Object.entries(roles).flatMap(([role, choice]) =>
      takes(choice) && choice.model !== null ? [`${choice.model} (${role})`] : [],
    ),
    ...routes.flatMap((route) => (takes(route) && route.model !== null ? [`${route.model} (a route)`] : [])),
  ]
}
