import type { OutputType } from './task-analysis.ts'

/** By tier: 0 looks and plans, 1 designs, 2 makes, 3 examines. The artifact is what it leaves in the session. */
export const capabilities = {
  researcher: traits('RESEARCH', 0, 'orchestration', 'artifact', 'research', 'research-findings'),
  planner: traits('PLAN', 0, 'orchestration', 'artifact', 'research', 'execution-plan'),
  designer: traits('DESIGN', 1, 'orchestration', 'artifact', 'document', 'design-spec'),
  writer: traits('DRAFT', 2, 'code-gen (docs)', 'artifact', 'document', 'draft'),
  developer: traits('IMPL', 2, 'code-gen (code)', 'mixed', 'code', 'implementation-summary'),
  analyst: traits('ANALYSIS', 3, 'read-only', 'artifact', 'analysis', 'analysis-report'),
  tester: traits('TEST', 3, 'validation', 'mixed', 'validation', 'test-report'),
  general: traits('TASK', 2, 'code-gen (code)', 'mixed', 'code', 'summary'),
} as const

export type Capability = keyof typeof capabilities

export const CAPABILITIES = Object.keys(capabilities) as readonly Capability[]

type Words = Readonly<Partial<Record<Capability, string>>>

/** Words that call for a capability. */
export const SIGNALS: Words = {
  researcher: 'investigate explore compare survey find research discover benchmark study',
  planner: 'plan breakdown organize organise schedule decompose roadmap strategy prioritize prioritise',
  designer: 'design architect structure blueprint model schema wireframe layout',
  writer:
    'write draft document documentation article report blog describe explain summarize summarise content',
  developer: 'implement build code fix refactor develop program migrate port',
  analyst: 'analyze analyse analysis review audit assess evaluate inspect examine diagnose profile',
  tester: 'test verify validate qa quality check assert coverage regression',
}

/** Words that call for it where a piece of the request has no signal at all. */
export const HINTS: Words = {
  researcher: 'search locate understand learn',
  designer: 'sketch propose',
  writer: 'readme changelog guide docs tutorial translate',
  developer:
    'add create make change update remove delete rename extend support replace convert handle optimise optimize upgrade integrate repair',
  analyst: 'measure judge critique',
  tester: 'prove ensure',
}

/** Two words that mean something else together than the first of them alone. */
export const PHRASES: readonly (readonly [words: RegExp, means: Capability])[] = [
  [/\b(?:write|add|create|draft)\s+(?:[\w-]+\s+){0,3}?tests?\b/i, 'tester'],
  [/\b(?:write|create)\s+(?:[\w-]+\s+){0,2}?(?:code|app|function|script|module|parser)\b/i, 'developer'],
  [/\b(?:add|create|update)\s+(?:[\w-]+\s+){0,2}?(?:docs|documentation|readme|changelog|guide)\b/i, 'writer'],
]

/** Whom a prefix belongs to. */
export function capabilityOf(prefix: string): Capability {
  return CAPABILITIES.find((name) => capabilities[name].prefix === prefix) ?? 'general'
}

/** Whether a name is one of the capabilities. */
export function isCapability(name: string): name is Capability {
  return Object.hasOwn(capabilities, name)
}

/** Those whose place in the order of work is nearest, the first of them first; who is no capability makes things. */
export function nearestTo<Name extends string>(to: Capability, among: readonly Name[]): readonly Name[] {
  const tierOf = (name: string): number => (isCapability(name) ? capabilities[name].tier : 2)
  const distance = (name: string): number => Math.abs(tierOf(name) - tierOf(to))
  return among.toSorted((a, b) => distance(a) - distance(b))
}

function traits(
  prefix: string,
  tier: number,
  responsibility: string,
  output: OutputType,
  pattern: string,
  artifact: string,
) {
  return { prefix, tier, responsibility, output, pattern, artifact }
}
