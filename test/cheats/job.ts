import type { Act, Scene, Script } from '../../src/adapters/agents/scripted/script.ts'
import type { Json } from '../../src/kernel/json.ts'

/** The name of the run that a job is conducted as. */
export const runName = 'audit'

export interface JobTask {
  readonly id: string
  readonly title: string
  /** Empty: nobody knows. */
  readonly writeSet: readonly string[]
  readonly dependencies?: readonly string[]
  /** All that its agent does in the first attempt, its claim included. */
  readonly first: readonly Act[]
  /** The same for every later attempt; without it, the first again. */
  readonly again?: readonly Act[]
}

/** A whole job: the user's repository, its settings, and agents whose every act is written down. */
export interface Job {
  /** What is committed. */
  readonly files: Readonly<Record<string, string>>
  /** What lies in the user's checkout and is not committed. */
  readonly loose?: Readonly<Record<string, string>>
  /** tutti.yaml, which is committed too. */
  readonly settings: Readonly<Record<string, Json>>
  readonly tasks: readonly JobTask[]
  /** Looked at before what the tasks say. */
  readonly scenes?: readonly Scene[]
}

/** What an agent says when it wants to be believed. */
export const claim: Act = {
  act: 'reply',
  value: { status: 'completed', summary: 'Everything is implemented and all tests pass.' },
}

/** The agents of a job; which scene is played depends on the attempt alone. */
export function scriptFor({ tasks, scenes = [] }: Job): Script {
  return {
    scenes: [
      ...scenes,
      scene('researcher', '**', [{ act: 'reply', value: { summary: 'A small project.', findings: [] } }]),
      scene('planner', '**', [{ act: 'reply', value: planOf(tasks) }]),
      ...Array.from({ length: MOST_ATTEMPTS }, (_, index) =>
        scene('debugger', `**/attempt-${index + 1}/**`, [{ act: 'reply', value: diagnosis(index + 1) }]),
      ),
      ...tasks.flatMap(({ id, first, again }) => [
        scene('implementer', `execute/${id}@r1/attempt-1/**`, first),
        scene('implementer', `execute/${id}@r1/**`, again ?? first),
      ]),
    ],
  }
}

const MOST_ATTEMPTS = 12

/** Always sure of itself, and always with something new to try. */
function diagnosis(attempt: number): Json {
  return {
    rootCause: 'The work is not right.',
    location: { path: 'src', line: null },
    kind: 'code',
    fix: `Do it properly, in way ${attempt}.`,
    changes: `Way ${attempt} instead of the one before.`,
    confidence: 0.95,
  }
}

function scene(role: string, step: string, acts: readonly Act[]): Scene {
  return { match: { role, step }, acts }
}

function planOf(tasks: readonly JobTask[]): Json {
  return {
    objective: 'What was asked for.',
    tasks: tasks.map(({ id, title, writeSet, dependencies = [] }) => ({
      id,
      title,
      description: title,
      dependencies: [...dependencies],
      writeSet: [...writeSet],
      acceptance: [{ criterion: title, verification: 'the tests' }],
    })),
  }
}
