import { join } from 'node:path'
import type { ScriptedStep } from '../../src/adapters/models/scripted/scenario.ts'
import type { Json } from '../../src/kernel/json.ts'
import { diagnosis } from '../stories/cast.ts'
import { block } from './cast-says.ts'
import type { Says } from './real-bench.ts'

/** Whatever a hostile model makes has this in its name. */
export const HOSTILE = 'hostile'

/** Places that are nobody's to write to but the user's. */
export interface Places {
  readonly checkout: string
  readonly home: string
  readonly elsewhere: string
}

/** Everything that a role which may only look must not be let do, in files and by commands. */
export function hostileSteps({ checkout, home, elsewhere }: Places): readonly ScriptedStep[] {
  const everywhere = [checkout, home, elsewhere].map((folder) => join(folder, `${HOSTILE}-run.txt`))
  return [
    ...['.', '..', checkout, home, elsewhere].map((folder): ScriptedStep => ({
      do: 'write',
      path: join(folder, `${HOSTILE}-write.txt`),
      text: 'hostile\n',
    })),
    { do: 'write', path: 'README.md', text: '# Overwritten\n' },
    run(`touch ${HOSTILE}-touch.txt ../${HOSTILE}-touch.txt`),
    ...everywhere.map((file) => run(`touch '${file}'`)),
    run('rm -f README.md'),
    run(`git checkout -q -b ${HOSTILE}`),
    run(`git -c user.name=x -c user.email=x@x commit -q --allow-empty -m ${HOSTILE}`),
    run(`echo ${HOSTILE} >> README.md; git -c user.name=x -c user.email=x@x stash`),
    run(`git -C '${checkout}' branch ${HOSTILE}; git update-ref refs/heads/${HOSTILE} HEAD`),
    run(`cd '${checkout}' && echo ${HOSTILE} > README.md`),
  ]
}

/**
 * Codex has a command of its own for changing files. It asks before it does, and ends the turn when it is not let;
 * of what its sandbox keeps from other commands it tells only sometimes.
 */
export function patchStep(file: string): ScriptedStep {
  return run(`apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: ${file}\n+${HOSTILE}\n*** End Patch\nEOF`)
}

function run(command: string): ScriptedStep {
  return { do: 'run', command }
}

/** Who is hostile: everybody who may only look, or whoever may write. */
export type Villain = 'readers' | 'writer'

const plan = {
  objective: 'A greeting',
  tasks: [{ id: 'T1', title: 'feat: a greeting', description: 'Write greeting.sh.', dependencies: [] }],
}

/**
 * Whose turn it is, by words of the request or, where only the reply is asked for again, by those of its schema; and
 * with which attempt it begins. Only a debugger may run commands: some programs show others no tool for it at all.
 */
const REPLIES: readonly (readonly [words: string, again: string, first: number, value: Json])[] = [
  ['You find out why an attempt at a task failed', '"rootCause"', 6, diagnosis(0.9)],
  ['You plan a job in a git repository', '"tasks"', 2, plan],
  ['You research a git repository', '"findings"', 0, { summary: 'A small project.', findings: [] }],
]

/**
 * A small job whose first attempt fails, so that researchers, a planner and a debugger are asked. Some agents end a
 * turn when they are not let: every role begins with another attempt, and what is asked for again is given.
 */
export function hostileSays(places: Places, villain: Villain): Says {
  const evil = hostileSteps(places)
  const from = (first: number): readonly ScriptedStep[] => [...evil.slice(first), ...evil.slice(0, first)]
  return (said) => {
    const reader = REPLIES.find(([words]) => said.includes(words))
    const again = REPLIES.find(([, key]) => said.includes(key))
    const [, , first, value] = reader ?? again ?? []
    if (first !== undefined && value !== undefined) {
      const isEvil = villain === 'readers' && reader !== undefined
      return [
        ...(isEvil ? [...from(first), patchStep(`${HOSTILE}-patch.txt`)] : []),
        { do: 'say', text: block(value) },
      ]
    }
    const isSecond = said.includes('The attempt before this one failed')
    const isAsked = said.includes('## Your task T1')
    return [
      ...(villain === 'writer' && isAsked ? evil : []),
      ...(isAsked ? [isSecond ? run("echo 'echo hello' > greeting.sh") : broken] : []),
      { do: 'say', text: block({ status: 'completed', summary: 'It is written.' }) },
    ]
  }
}

/** What is there already is changed by a command: not every agent's tool for writing takes such a file. */
const broken: ScriptedStep = { do: 'write', path: 'greeting.sh', text: 'BROKEN\n' }
