import type { OutputType } from './task-analysis.ts'

export const CAPABILITIES = [
  'researcher',
  'planner',
  'designer',
  'writer',
  'developer',
  'analyst',
  'tester',
  'general',
] as const

export type Capability = (typeof CAPABILITIES)[number]

export interface CapabilityTraits {
  readonly prefix: string
  /** What comes first: 0 looks and plans, 1 designs, 2 makes, 3 examines. */
  readonly tier: 0 | 1 | 2 | 3
  readonly responsibility: string
  /** Words that call for it. */
  readonly signals: readonly string[]
  /** Words that call for it where a piece of the request has no signal at all. */
  readonly hints: readonly string[]
  /** What it leaves in the session, without an ending. */
  readonly artifact: string
  readonly output: OutputType
  readonly pattern: string
}

function wordsIn(text: string): readonly string[] {
  return text.split(' ').filter((word) => word !== '')
}

export const capabilities: Readonly<Record<Capability, CapabilityTraits>> = {
  researcher: {
    prefix: 'RESEARCH',
    tier: 0,
    responsibility: 'orchestration',
    signals: wordsIn('investigate explore compare survey find research discover benchmark study'),
    hints: wordsIn('search locate understand learn'),
    artifact: 'research-findings',
    output: 'artifact',
    pattern: 'research',
  },
  planner: {
    prefix: 'PLAN',
    tier: 0,
    responsibility: 'orchestration',
    signals: wordsIn(
      'plan breakdown organize organise schedule decompose roadmap strategy prioritize prioritise',
    ),
    hints: [],
    artifact: 'execution-plan',
    output: 'artifact',
    pattern: 'research',
  },
  designer: {
    prefix: 'DESIGN',
    tier: 1,
    responsibility: 'orchestration',
    signals: wordsIn('design architect structure blueprint model schema wireframe layout'),
    hints: wordsIn('sketch propose'),
    artifact: 'design-spec',
    output: 'artifact',
    pattern: 'document',
  },
  writer: {
    prefix: 'DRAFT',
    tier: 2,
    responsibility: 'code-gen (docs)',
    signals: wordsIn(
      'write draft document documentation article report blog describe explain summarize summarise content',
    ),
    hints: wordsIn('readme changelog guide docs tutorial translate'),
    artifact: 'draft',
    output: 'artifact',
    pattern: 'document',
  },
  developer: {
    prefix: 'IMPL',
    tier: 2,
    responsibility: 'code-gen (code)',
    signals: wordsIn('implement build code fix refactor develop program migrate port'),
    hints: wordsIn(
      'add create make change update remove delete rename extend support replace convert handle optimise optimize upgrade integrate repair',
    ),
    artifact: 'implementation-summary',
    output: 'mixed',
    pattern: 'code',
  },
  analyst: {
    prefix: 'ANALYSIS',
    tier: 3,
    responsibility: 'read-only',
    signals: wordsIn(
      'analyze analyse analysis review audit assess evaluate inspect examine diagnose profile',
    ),
    hints: wordsIn('measure judge critique'),
    artifact: 'analysis-report',
    output: 'artifact',
    pattern: 'analysis',
  },
  tester: {
    prefix: 'TEST',
    tier: 3,
    responsibility: 'validation',
    signals: wordsIn('test verify validate qa quality check assert coverage regression'),
    hints: wordsIn('prove ensure'),
    artifact: 'test-report',
    output: 'mixed',
    pattern: 'validation',
  },
  general: {
    prefix: 'TASK',
    tier: 2,
    responsibility: 'code-gen (code)',
    signals: [],
    hints: [],
    artifact: 'summary',
    output: 'mixed',
    pattern: 'code',
  },
}

/** Two words that mean something else together than the first of them alone. */
export const PHRASES: readonly { readonly words: RegExp; readonly means: Capability }[] = [
  { words: /\b(?:write|add|create|draft)\s+(?:[\w-]+\s+){0,3}?tests?\b/i, means: 'tester' },
  {
    words: /\b(?:write|create)\s+(?:[\w-]+\s+){0,2}?(?:code|app|function|script|module|parser)\b/i,
    means: 'developer',
  },
  {
    words: /\b(?:add|create|update)\s+(?:[\w-]+\s+){0,2}?(?:docs|documentation|readme|changelog|guide)\b/i,
    means: 'writer',
  },
]

/** Whom a prefix belongs to. */
export function capabilityOf(prefix: string): Capability {
  return CAPABILITIES.find((name) => capabilities[name].prefix === prefix) ?? 'general'
}

/** Whether a name is one of the capabilities. */
export function isCapability(name: string): name is Capability {
  return (CAPABILITIES as readonly string[]).includes(name)
}
