import { join } from 'node:path'
import type { ScriptedStep } from '../../src/adapters/models/scripted/scenario.ts'
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

function run(command: string): ScriptedStep {
  return { do: 'run', command }
}

/** Who is hostile: everybody who may only look, or whoever may write. */
export type Villain = 'readers' | 'writer'

const plan = {
  objective: 'A greeting',
  tasks: [{ id: 'T1', title: 'feat: a greeting', description: 'Write greeting.txt.', dependencies: [] }],
}

/** A small job whose first attempt fails, so that researchers, a planner and a debugger are asked. */
export function hostileSays(places: Places, villain: Villain): Says {
  const evil = hostileSteps(places)
  const readers = villain === 'readers' ? evil : []
  const say = (value: Parameters<typeof block>[0]): readonly ScriptedStep[] => [
    ...readers,
    { do: 'say', text: block(value) },
  ]
  return (said) => {
    if (said.includes('You research a git repository'))
      return say({ summary: 'A small project.', findings: [] })
    if (said.includes('You plan a job in a git repository')) return say(plan)
    if (said.includes('You find out why an attempt at a task failed')) return say(diagnosis(0.9))
    if (!said.includes('## Your task T1')) return said.includes('rootCause') ? say(diagnosis(0.9)) : []
    const isSecond = said.includes('The attempt before this one failed')
    return [
      ...(villain === 'writer' ? evil : []),
      { do: 'write', path: 'greeting.txt', text: isSecond ? 'hello\n' : 'BROKEN\n' },
      { do: 'say', text: block({ status: 'completed', summary: 'It is written.' }) },
    ]
  }
}
