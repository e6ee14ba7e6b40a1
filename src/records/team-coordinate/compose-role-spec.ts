import { stringify } from 'yaml'
import { oneLine } from '../../kernel/plain-text.ts'
import type { Capability } from './capability.ts'
import { isCapability } from './capability.ts'
import type { CapabilityWork } from './capability-work.ts'
import { capabilityWork } from './capability-work.ts'
import type { AnalysedRole, OutputType, TaskAnalysis } from './task-analysis.ts'

const MOST_GOALS = 8
const LONGEST_JOB = 300

/**
 * What a worker is told about its role: made of what the role has to do in this job, of what is upstream of it, and of
 * where its work goes. Contract: `problemsOfRoleSpec` finds nothing against it.
 */
export function composeRoleSpec(role: AnalysedRole, analysis: TaskAnalysis): string {
  const { name, prefix, inner_loop, role_spec_metadata: metadata } = role
  const members = membersOf(role)
  const works = members.map((member) => capabilityWork[member])
  const goals = goalsOf(role, analysis)
  const upstream = upstreamOf(role, analysis)
  const front = {
    role: name,
    prefix,
    inner_loop,
    additional_members: metadata.additional_members,
    output_type: metadata.output_type,
    output_tag: `[${name}]`,
    message_types: metadata.message_types,
  }
  return [
    `---\n${stringify(front, { lineWidth: 0 }).trimEnd()}\n---`,
    `# ${titleOf(name)} — Phase 2-4`,
    `## Identity\n\nTag: \`[${name}]\` | Prefix: \`${prefix}-*\`\nResponsibility: ${works.map(({ responsibility }) => responsibility).join('; ')}`,
    `## Boundaries\n\n### MUST\n\n${bullets(mustOf(works))}\n\n### MUST NOT\n\n${bullets(mustNotOf(prefix, metadata.output_type))}`,
    `## Phase 2: Context\n\nBefore anything else, in this order:\n\n${numbered(contextOf(upstream, inner_loop))}`,
    `## Phase 3: Work\n\nWhat has to come of it is said here; how is yours to choose. The whole job: ${oneLine(analysis.task_description).slice(0, LONGEST_JOB)}\n\n${bullets(goals)}${researchOf(analysis)}`,
    `## Phase 4: Verification\n\n${bullets([...verificationOf(metadata.output_type), ...TRAITS])}\n\nReport, with the work:\n\n${bullets(EVIDENCE)}`,
    `## Error Handling\n\n| Scenario | Resolution |\n| --- | --- |\n${ERRORS.map(([scenario, resolution]) => `| ${scenario} | ${resolution} |`).join('\n')}`,
  ]
    .join('\n\n')
    .concat('\n')
}

const TRAITS = [
  'Look at what is really there, not at what was meant: read back every file that is said to be made or changed.',
  'When it does not hold, do Phase 3 again, at most twice; after that report `partial_completion`, never `completed`.',
  'Score completeness, consistency, accuracy and depth from 0 to 100: 80 and more passes, from 60 on with warnings, less is done again.',
] as const

const EVIDENCE = [
  '`files_produced`: new files, by path',
  '`files_modified`: changed files, by path',
  '`artifacts_written`: what lies among the artifacts now',
  '`verification_method`: how all this was seen',
] as const

const ERRORS = [
  ['An upstream artifact is missing', 'Say so, and go on with what there is'],
  ['The first way fails', 'Try another one; after two, report what was tried'],
  ['The work needs what this role cannot do', 'Report `capability_gap` with what is missing'],
] as const

function membersOf({
  name,
  role_spec_metadata: { additional_members },
}: AnalysedRole): readonly Capability[] {
  const known = [name, ...additional_members].filter(isCapability)
  return known.length === 0 ? ['general'] : [...new Set(known)]
}

function goalsOf(
  { name }: AnalysedRole,
  { capabilities, dependency_graph }: TaskAnalysis,
): readonly string[] {
  const own = capabilities
    .flatMap(({ tasks }) => tasks)
    .filter(({ id }) => dependency_graph[id]?.role === name)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const shown = own.slice(0, MOST_GOALS).map(({ id, goal, success_criteria }) => {
    return `${id}: ${oneLine(goal)}${success_criteria === '' ? '' : ` — done when: ${oneLine(success_criteria)}`}`
  })
  const more = own.length - shown.length
  return more > 0 ? [...shown, `and ${more} more, as their tasks say`] : shown
}

function upstreamOf({ name }: AnalysedRole, { dependency_graph: graph }: TaskAnalysis): readonly string[] {
  const before = Object.values(graph)
    .filter(({ role }) => role === name)
    .flatMap(({ blockedBy }) => blockedBy)
  const roles = before.flatMap((id) => graph[id]?.role ?? []).filter((role) => role !== name)
  return [...new Set(roles)]
}

function mustOf(works: readonly CapabilityWork[]): readonly string[] {
  return [...new Set(works.flatMap(({ must }) => must))].slice(0, 5)
}

function mustNotOf(prefix: string, output: OutputType): readonly string[] {
  return [
    `Take a task that is not ${prefix}-*`,
    'Change what another role has made',
    'Leave Phase 4 out',
    ...(output === 'artifact' ? ['Change a file of the project'] : []),
  ]
}

/** The order in which everybody takes in what there is to know. */
function contextOf(upstream: readonly string[], isLoop: boolean): readonly string[] {
  return [
    'The path of the session, from the description of the task.',
    'The state of the team, with the decisions and findings of every role. This is never left out.',
    upstream.length === 0
      ? 'What the state refers to: nobody is upstream of this role.'
      : `What the state refers to: the artifacts of the ${upstream.join(', the ')}. One that is not there is reported, and the work goes on.`,
    'The wisdom of the session: learnings, decisions, conventions and issues, the newest last.',
    'The list of what was explored already, before anything is explored anew.',
    ...(isLoop ? ['What this role has done in its tasks before.'] : []),
  ]
}

function verificationOf(output: OutputType): readonly string[] {
  const artifact = 'The artifact lies in the session and says what the task asks for.'
  const codebase = 'Every changed file really differs, is sound, and the checks of the project pass.'
  return output === 'mixed' ? [codebase, artifact] : [output === 'artifact' ? artifact : codebase]
}

function researchOf({ research }: TaskAnalysis): string {
  return research === null
    ? ''
    : `\n\nKnown before the team was made: ${oneLine(research.summary).slice(0, 1000)}`
}

function titleOf(name: string): string {
  return name.replaceAll(/(?:^|-)(\w)/g, (match, letter: string) =>
    match.replace(letter, letter.toUpperCase()),
  )
}

function bullets(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n')
}

function numbered(lines: readonly string[]): string {
  return lines.map((line, index) => `${index + 1}. ${line}`).join('\n')
}
