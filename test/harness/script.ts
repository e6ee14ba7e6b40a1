import type { Act, Scene, Script } from '../../src/adapters/agents/scripted/script.ts'
import type { Json } from '../../src/kernel/json.ts'

export interface ScriptedTask {
  readonly id: string
  readonly after?: readonly string[]
  /** What its implementer does before it says that it is done; without it, one file named like the task. */
  readonly acts?: readonly Act[]
}

/** Agents that research, plan these tasks and carry them out; scenes given first are looked at first. */
export function scriptOf(tasks: readonly ScriptedTask[], first: readonly Scene[] = []): Script {
  return {
    scenes: [
      ...first,
      scene({ role: 'researcher' }, reply({ summary: 'A small project.', findings: [] })),
      scene({ role: 'planner' }, reply(planOf(tasks))),
      ...tasks.map(({ id, acts }) =>
        scene({ role: 'implementer', step: `execute/${id}@**` }, [
          ...(acts ?? [{ act: 'write', path: `${id}.txt`, text: `${id}\n` }]),
          ...reply({ status: 'completed', summary: `${id} is done.` }),
        ]),
      ),
    ],
  }
}

export function planOf(tasks: readonly ScriptedTask[]): Json {
  return {
    objective: 'What the test wants',
    tasks: tasks.map(({ id, after = [] }) => ({
      id,
      title: `chore: ${id}`,
      description: `Do ${id}.`,
      dependencies: [...after],
      writeSet: [],
      acceptance: [`${id} is there`],
      role: 'implementer',
    })),
  }
}

export function scene(match: Scene['match'], acts: readonly Act[]): Scene {
  return { match, acts }
}

export function reply(value: Json): readonly Act[] {
  return [
    { act: 'usage', tokens: 100, usd: 0.01 },
    { act: 'reply', value },
  ]
}

/** Keeps a turn under way until the file is there; `started` is made when it begins. */
export function holdUntil(file: string): readonly Act[] {
  return [{ act: 'run', command: `touch '${file}.started'; while [ ! -e '${file}' ]; do sleep 0.05; done` }]
}
