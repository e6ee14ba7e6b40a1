import { ROLES } from '../plan/role.ts'
import { oneLine } from '../kernel/plain-text.ts'

/** Whose step, question or verdict it is, as a person would say it; the name itself where nothing fits. */
export function subjectOf(name: string): string {
  const [, task, rest = ''] = /^execute\/([^/@]+)@r\d+(.*)/.exec(name) ?? []
  if (task !== undefined) return rest.includes('old-tests') ? `${task} with the old tests` : task
  const [, partner] = /\/round-\d+\/partner\/([^/]+)\//.exec(name) ?? []
  if (partner !== undefined) return `the pair with ${partner}`
  const [, merged] = /\/round-\d+\/verify-(.+?)(?:-verdict)?$/.exec(name) ?? []
  if (merged !== undefined) return `${merged} merged`
  const [, wave] = /^execute\/wave-(\d+)/.exec(name) ?? []
  if (wave !== undefined) return `wave ${wave}`
  const [stage = name, part = stage] = name.split('/')
  if (stage === 'intake' && /^(?:interpret|map|understand)/.test(part)) return 'the request'
  return subjects[stage] ?? part
}

/** Where reused evidence comes from: a step of this run, or another run. */
export function sourceOf(from: string): string {
  return from.includes('/') ? `at ${subjectOf(from)}` : `by ${oneLine(from)}`
}

const subjects: Readonly<Record<string, string>> = {
  intake: 'the base',
  plan: 'the plan',
  approve: 'the plan',
  challenge: 'the plan',
  discuss: 'the request',
  specify: 'the requirements',
  review: 'the whole change',
  learn: 'what was learnt',
  deliver: 'the delivery',
  docs: 'the documents',
  team: 'the team',
}

/** Who has a turn: `T2: debugger`. */
export function whoseTurn(step: string): string {
  const parts = step.split('/')
  const named = parts.find((part) => ROLES.some((each) => each === part))
  const role = named ?? roles.find(([begin]) => parts.some((part) => part.startsWith(begin)))?.[1] ?? 'agent'
  const [, go = '1'] = /\/try-(\d+)\//.exec(step) ?? []
  return `${subjectOf(step)}: ${role}${go === '1' ? '' : `, try ${go},`}`
}

const roles = [
  ['interpret', 'interpreter'],
  ['discuss', 'interpreter'],
  ['specify', 'interpreter'],
  ['map', 'code-mapper'],
  ['split', 'splitter'],
  ['docs', 'initializer'],
  ['diagnose', 'debugger'],
  ['critic', 'critic'],
  ['designer', 'designer'],
  ['review', 'reviewer'],
  ['implement', 'implementer'],
  ['research', 'researcher'],
  ['plan', 'planner'],
] as const
