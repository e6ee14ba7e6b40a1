import type { Scene } from '../../../src/adapters/agents/scripted/script.ts'
import type { RunEvent } from '../../../src/kernel/event.ts'
import type { Json } from '../../../src/kernel/json.ts'
import type { Tier } from '../../../src/policy/tier.ts'
import type { ProcessPlay, ProcessScript } from '../../harness/play-process.ts'
import { makeStage, playProcess } from '../../harness/play-process.ts'
import { reply, scene } from '../../harness/script.ts'
import type { CastTask } from '../../stories/cast.ts'
import { cast, planOf } from '../../stories/cast.ts'

export const SMALL = 'Add two small notes, T1.txt and T2.txt, each with its own name in it'

/** How long a job of many tasks may take on a busy machine. */
export const LONG = 150_000

/** More than anybody asks in these jobs: a job that asks on and on would never end. */
const MOST_QUESTIONS = 60

export interface GemScript extends Partial<Omit<ProcessScript, 'process' | 'scenes'>> {
  readonly tasks: readonly CastTask[]
  /** Scenes that are looked at before those of the usual cast. */
  readonly first?: readonly Scene[]
  /** More keys of the plan; its planner is sure of it unless they say otherwise. */
  readonly plan?: Readonly<Record<string, Json>>
  readonly tier?: Tier
  /** Files to look for in what was delivered. */
  readonly look?: readonly string[]
}

export type GemPlay = ProcessPlay & {
  /** Who was asked about a task and when, in short. */
  readonly on: (task: string) => readonly string[]
  /** What `look` was about; `null` for what is not there. */
  readonly seen: Readonly<Record<string, string | null>>
}

/** Plays a whole job of gem-team in a repository of its own, which is gone afterwards. */
export async function playGem({
  tasks,
  first = [],
  plan = {},
  tier,
  policy = (own) => own,
  objective = SMALL,
  files = {},
  answer = () => null,
  look = [],
  ...more
}: GemScript): Promise<GemPlay> {
  const stage = await makeStage({ files })
  const planner = scene({ role: 'planner' }, reply(planOf(tasks, { confidence: 0.9, ...plan })))
  let questions = 0
  try {
    const played = await playProcess(stage, {
      ...more,
      answer: (name, ask) => {
        questions += 1
        if (questions > MOST_QUESTIONS) throw new Error(`Asked again and again: ${name}: ${ask.text}`)
        return answer(name, ask)
      },
      process: 'gem-team',
      objective,
      policy: (own) => {
        const chosen = policy(own)
        return tier === undefined ? chosen : { ...chosen, process: { ...chosen.process, tier } }
      },
      scenes: cast(tasks, [...first, planner]).scenes,
    })
    const texts = await Promise.all(look.map(async (path) => [path, await played.delivered(path)] as const))
    return { ...played, on: (task) => turnsOn(played, task), seen: Object.fromEntries(texts) }
  } finally {
    await stage.remove()
  }
}

/** Who was asked about a task and when, in short: `attempt-1/implement`. */
function turnsOn({ turns }: ProcessPlay, task: string): readonly string[] {
  return turns
    .filter((step) => step.startsWith(`execute/${task}@`))
    .map((step) => step.split('/').slice(2).join('/').replace('/try-1/turn', ''))
}

/** Values of facts of a kind about one task. */
export function about(play: ProcessPlay, kind: string, task: string): readonly Json[] {
  return play.facts(kind).filter((value) => (value as { readonly task?: string }).task === task)
}

/** What a person is asked, by the beginning of its name. */
export function asked(play: ProcessPlay, prefix = ''): readonly string[] {
  return [...play.questions.keys()].filter((name) => name.startsWith(prefix))
}

/** How each task ended. */
export function ends(play: ProcessPlay): Readonly<Record<string, string>> {
  const last: Record<string, string> = {}
  for (const value of play.facts('task')) {
    const { task, state } = value as { readonly task: string; readonly state: string }
    last[task] = state
  }
  return last
}

/** Where a recorded thing stands in the journal; -1 when it is not there. */
export function at({ events }: ProcessPlay, isIt: (event: RunEvent) => boolean): number {
  return events.findIndex(isIt)
}

/** Where a turn began in the journal. */
export function begun(play: ProcessPlay, step: string): number {
  return at(play, (event) => event.type === 'step-started' && event.step.startsWith(step))
}

/** What an agent is handed under gem-team's own names, by the step in which it is asked. */
export function inputOf({ prompts }: ProcessPlay, step: string): Readonly<Record<string, Json>> {
  const prompt = [...prompts].find(([name]) => name.startsWith(step))?.[1] ?? ''
  const [, block = ''] = /## Your input\n([\s\S]*?)(?:\n\n|$)/.exec(prompt) ?? []
  const fields = block.split('\n').filter((line) => line.includes(': '))
  return Object.fromEntries(
    fields.map((line) => {
      const colon = line.indexOf(': ')
      return [line.slice(0, colon), JSON.parse(line.slice(colon + 2))]
    }),
  )
}
