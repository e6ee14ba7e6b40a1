import { dependentsOf, wavesOf } from '../../plan/plan-graph.ts'
import { meaningfulWords } from '../../stages/intake/meaningful-words.ts'
import type { Capability } from './capability.ts'
import { capabilities } from './capability.ts'
import { complexityOf, MOST_ROLES } from './complexity.ts'
import { minimiseRoles } from './minimise-roles.ts'
import { roleFor } from './role-for.ts'
import type { AnalysedRole, OutputType, TaskAnalysis, UnclearPoint } from './task-analysis.ts'
import { linkedIn } from './team-graph.ts'
import { unclearPoints } from './unclear-points.ts'
import type { WantedWork, WorkItem } from './work-items.ts'
import { freeId, withTask } from './with-task.ts'
import { signalsIn, workItems } from './work-items.ts'

/** What a person answered to the clarifying questions. */
export type Clarified = Readonly<Partial<Record<UnclearPoint, string>>>

/** Work that is about what is there already, so that somebody has to know it. */
const EXISTING =
  /\b(?:fix|refactor|migrate|port|debug|repair|upgrade|optimi[sz]e|existing|current|legacy|codebase)\w*\b/i
const PATH =
  /(?<![\w/.-])(?:[\w@.-]+\/)+[\w@.*-]*[\w*]|(?<![\w/.-])[\w-]+\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|cs|md|txt|json|ya?ml|toml|xml|csv|ini|css|html|sql|sh)\b/g
const CHANGES = /\b(?:fix|update|modif|change|rename|remove|delete|repair)\w*\b/i

/**
 * What a request needs, by its words alone: nobody reads the project for it. Contract: the same words give the same
 * team; there is always at least one role, and never more than `mostRoles`.
 */
export function analyseTask(objective: string, clarified: Clarified = {}, mostRoles = 5): TaskAnalysis {
  const items = workItems(objective)
  const wanted = wantedIn(objective, items, clarified)
  const constraints = constraintsOf(items, clarified)
  const said = [objective, ...Object.values(clarified)]
  const files = [...new Set(said.flatMap((text) => text.match(PATH) ?? []))]
  const links = linksOf(wanted)
  const waves = wavesOf(links.map((after, index) => ({ id: `${index}`, dependencies: after.map(String) })))
  const names = [...new Set(wanted.map(({ capability }) => capability))]
  const complexity = complexityOf(names, waves)
  const roles = minimiseRoles(names, Math.min(mostRoles, MOST_ROLES[complexity.level]))
  const isMade = names.some((name) => capabilities[name].tier === 2)
  const isKnown = files.length > 0 || names.includes('researcher')
  let analysis: TaskAnalysis = {
    task_description: objective,
    capabilities: [],
    dependency_graph: {},
    roles: [],
    complexity,
    needs_research: EXISTING.test(objective) && isMade && !isKnown,
    research: null,
    unclear: Object.keys(clarified).length > 0 ? [] : unclearPoints(objective, items),
    artifacts: [],
  }
  const ids = new Map<number, string>()
  for (const index of waves.flat().map(Number)) {
    const work = wanted[index]
    if (work === undefined) continue
    const { capability, text } = work
    const role = roles.get(capability) ?? capability
    const id = freeId(analysis, capabilities[role].prefix)
    const blockedBy = (links[index] ?? []).map((on) => ids.get(on) ?? '')
    const task = { id, role, capability, goal: goalOf(work), text, files, constraints, blockedBy }
    analysis = withTask(analysis, task)
    ids.set(index, id)
  }
  const linked = linkedIn(analysis.dependency_graph)
  const roleOf = (role: Capability): AnalysedRole => {
    const own = wanted.flatMap((work, index) =>
      roles.get(work.capability) === role ? [{ work, id: ids.get(index) ?? '' }] : [],
    )
    const members = own.map(({ work }) => work.capability).filter((name) => name !== role)
    const named = own.flatMap(({ work }) => work.others).filter((name) => !names.includes(name))
    const plain = roleFor(role, role)
    const isLoop = own.some(({ id }) =>
      dependentsOf(linked, id).some((later) => own.some((each) => each.id === later)),
    )
    return {
      ...plain,
      task_count: own.length,
      inner_loop: isLoop,
      role_spec_metadata: {
        ...plain.role_spec_metadata,
        additional_members: [...new Set([...members, ...named])],
        output_type: outputOf(own.map(({ work }) => work)),
      },
    }
  }
  return { ...analysis, roles: [...new Set(roles.values())].map(roleOf) }
}

/** The analysis with what a researcher found before the roles were made. */
export function withResearch(
  analysis: TaskAnalysis,
  found: { readonly by: string; readonly summary: string; readonly files: readonly string[] },
): TaskAnalysis {
  return {
    ...analysis,
    research: { by: found.by, summary: found.summary },
    capabilities: analysis.capabilities.map((capability) => ({
      ...capability,
      tasks: capability.tasks.map((task) => ({
        ...task,
        key_files: [...new Set([...task.key_files, ...found.files])],
      })),
    })),
  }
}

function wantedIn(
  objective: string,
  items: readonly WorkItem[],
  { deliverables = '' }: Clarified,
): readonly WantedWork[] {
  const led = items.flatMap((item) =>
    item.lead === null || item.isConstraint ? [] : [{ ...item, capability: item.lead }],
  )
  if (led.length > 0) return led
  const [capability = 'general' as const] = signalsIn(deliverables)
  const text = objective.trim().replaceAll(/\s+/g, ' ')
  return [{ text, sentence: text, lead: null, others: [], isNext: false, isConstraint: false, capability }]
}

/** Whom each piece waits for: the one before it where it says so, and otherwise the tier below. */
function linksOf(wanted: readonly WantedWork[]): readonly (readonly number[])[] {
  const tierOf = (of: number): number => capabilities[wanted[of]?.capability ?? 'general'].tier
  const links = wanted.map(({ isNext }, index) => new Set(isNext && index > 0 ? [index - 1] : []))
  const waitsFor = (one: number, other: number, seen = new Set<number>()): boolean => {
    if (one === other) return true
    if (seen.has(one)) return false
    seen.add(one)
    return [...(links[one] ?? [])].some((each) => waitsFor(each, other, seen))
  }
  const all = wanted.map((_each, index) => index)
  for (const index of all) {
    const below = Math.max(-1, ...all.map(tierOf).filter((tier) => tier < tierOf(index)))
    for (const other of all.filter((each) => tierOf(each) === below)) {
      // What the request says about the order comes before what is usual.
      if (!waitsFor(other, index)) links[index]?.add(other)
    }
  }
  return links.map((each) => [...each].toSorted((a, b) => a - b))
}

function goalOf({ text, sentence }: WorkItem): string {
  const telling = meaningfulWords(text).filter((word) => signalsIn(word).length === 0)
  return telling.length > 0 || text === sentence ? text : `${text} (of: ${sentence})`
}

function constraintsOf(items: readonly WorkItem[], { scope, constraints, deliverables }: Clarified): string {
  const said = items.filter(({ isConstraint, lead }) => isConstraint || lead === null).map(({ text }) => text)
  const answered = [
    ...(scope === undefined ? [] : [`Scope: ${scope}`]),
    ...(deliverables === undefined ? [] : [`Deliverables: ${deliverables}`]),
    ...(constraints === undefined ? [] : [constraints]),
  ]
  return [...(items.length > 1 ? said : []), ...answered].join('; ')
}

/** A change of what is there goes into the project; what is new may leave a summary beside it. */
function outputOf(works: readonly WantedWork[]): OutputType {
  const outputs = new Set(
    works.map(({ capability, text }) => {
      const { output, tier } = capabilities[capability]
      if (tier === 2 && CHANGES.test(text)) return 'codebase'
      return capability === 'tester' && !/\btests?\b/i.test(text) ? 'artifact' : output
    }),
  )
  const [only = 'mixed'] = outputs
  return outputs.size > 1 ? 'mixed' : only
}
