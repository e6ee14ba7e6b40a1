import type { Scene } from '../../../src/adapters/agents/scripted/script.ts'
import type { Json } from '../../../src/kernel/json.ts'
import type { RunPolicy } from '../../../src/policy/run-policy.ts'
import type { Tier } from '../../../src/policy/tier.ts'
import type { ChallengeFact } from '../../../src/stages/facts.ts'
import type { ProcessPlay, ProcessScript } from '../../harness/play-process.ts'
import { makeStage, playProcess } from '../../harness/play-process.ts'
import { reply, scene } from '../../harness/script.ts'
import type { CastTask } from '../../stories/cast.ts'
import { audited, cast, planOf } from '../../stories/cast.ts'

/** How long several jobs may take on a busy machine. */
export const LONG = 300_000

export interface FlowScript extends Partial<Omit<ProcessScript, 'process' | 'scenes'>> {
  readonly tasks: readonly CastTask[]
  readonly tier: Tier
  /** Scenes that are looked at before those of the usual cast. */
  readonly first?: readonly Scene[]
  /** More keys of the plan; its planner is sure of it unless they say otherwise. */
  readonly plan?: Readonly<Record<string, Json>>
}

export interface FlowPlay extends ProcessPlay {
  readonly rounds: readonly ChallengeFact[]
  /** Roles that were asked about a plan, by its revision. */
  readonly lookedAt: (revision: number) => readonly string[]
  /** The prompt of the first turn whose step begins so; empty when there is none. */
  readonly promptOf: (step: string) => string
  /** What was delivered at these paths. */
  readonly text: Readonly<Record<string, string | null>>
}

/** Plays a whole job of ControlFlow in a repository of its own, which is gone afterwards. */
export async function playFlow({
  tasks,
  tier,
  first = [],
  plan = {},
  policy = (own) => own,
  files = {},
  objective = 'Write the small notes that the plan names, each with its own name in it',
  ...more
}: FlowScript): Promise<FlowPlay> {
  const stage = await makeStage({ files })
  const planner = scene({ role: 'planner' }, reply(planOf(tasks, { confidence: 0.95, ...plan })))
  try {
    const played = await playProcess(stage, {
      ...more,
      process: 'controlflow',
      objective,
      files,
      policy: (own) => policy(ofTier(own, tier)),
      ...cast(tasks, [...first, planner]),
    })
    const paths = tasks.flatMap(({ id, writes }) => Object.keys(writes ?? { [`${id}.txt`]: '' }))
    const texts = await Promise.all(paths.map(async (path) => [path, await played.delivered(path)] as const))
    return {
      ...played,
      rounds: played.facts('challenged') as unknown as readonly ChallengeFact[],
      lookedAt: (revision) => lookedAt(played.turns, revision),
      promptOf: (step) => played.prompts.get(played.turns.find((each) => each.startsWith(step)) ?? '') ?? '',
      text: Object.fromEntries(texts),
    }
  } finally {
    await stage.remove()
  }
}

/** The same as far as the first wave, which is not let through: what becomes of a plan, and nothing more. */
export function playPlanning(script: FlowScript): Promise<FlowPlay> {
  const answer: NonNullable<FlowScript['answer']> = (name, ask) =>
    script.answer?.(name, ask) ?? (/(?:^|\/)wave-\d/.test(name) ? { option: 'reject' } : null)
  return playFlow({ ...script, answer })
}

/** Whether the first wave was asked about: nothing stood in the way of the plan any more. */
export function isLetThrough({ questions }: FlowPlay): boolean {
  return [...questions.keys()].some((name) => /(?:^|\/)wave-1-r\d+\/approve/.test(name))
}

export function ofTier(policy: RunPolicy, tier: Tier): RunPolicy {
  return { ...policy, process: { ...policy.process, tier } }
}

function lookedAt(turns: readonly string[], revision: number): readonly string[] {
  const asked = turns.flatMap((step) => {
    const [, role] = new RegExp(`^challenge/r${revision}/([^/]+)/`).exec(step) ?? []
    return role === undefined ? [] : [role]
  })
  return [...new Set(asked)].toSorted()
}

export function tasksOf(...ids: readonly string[]): readonly CastTask[] {
  return ids.map((id) => ({ id }))
}

/** What an auditor says, of one revision or of all. */
export function auditor(
  tasks: readonly CastTask[],
  more: Readonly<Record<string, Json>>,
  revision?: number,
): Scene {
  const at = revision === undefined ? {} : { step: `challenge/r${revision}/**` }
  return scene({ role: 'plan-auditor', ...at }, reply(audited(tasks, more)))
}

export function finding(text: string, more: Readonly<Record<string, Json>> = {}): Json {
  return { severity: 'blocking', category: 'order', text, about: null, where: 'T1', fix: '', ...more }
}

export function scored(each: number): Json {
  const parts = ['completeness', 'soundness', 'executability', 'verifiability', 'clarity']
  return { ...Object.fromEntries(parts.map((part) => [part, each])), rollback: null, parallelism: null }
}

/** Says yes to everything that only a person may allow, beside the approvals that are given anyway. */
export const allow = (_name: string, ask: { readonly kind: string }) =>
  ask.kind === 'choice' ? { option: 'approve' } : null
