import type { Act } from '../../../src/adapters/agents/scripted/script.ts'
import type { Job } from '../../../test/cheats/job.ts'
import { claim } from '../../../test/cheats/job.ts'
import type { Kind } from '../kind.ts'
import type { Project } from '../project.ts'
import {
  answersOf,
  baseFiles,
  hiddenOf,
  settingsOf,
  sourcePath,
  testPath,
  testsOf,
  write,
} from '../project.ts'

/** The old function leans on a module without tests of its own. */
function sharedFiles(project: Project): Readonly<Record<string, string>> {
  return {
    ...baseFiles(project),
    'src/scale.js': 'export const scale = () => 1\n',
    [sourcePath(project.old)]: oldWith(project, "import { scale } from './scale.js'", 'scale() === 1'),
  }
}

function oldWith({ old }: Project, head: string, condition: string): string {
  return `${head}\nexport function ${old.name}(${old.parameters}) {\n  return ${condition} ? ${old.right} : null\n}\n`
}

/** The second task always trusts the module as it was when both began. */
function second({ fresh }: Project): readonly Act[] {
  const source = `import { scale } from './scale.js'\nexport function ${fresh.name}(${fresh.parameters}) {\n  return scale() === 1 ? ${fresh.right} : null\n}\n`
  return [write(sourcePath(fresh), source), write(testPath(fresh), testsOf(fresh)), claim]
}

/** Two tasks that touch no file in common, so that they are merged without a word. */
function sideBySide(project: Project, first: readonly Act[]): Job {
  const { old, fresh } = project
  return {
    files: sharedFiles(project),
    settings: settingsOf(project),
    tasks: [
      {
        id: 'T1',
        title: `refactor: the scale of ${old.name}`,
        writeSet: ['src/scale.js', 'src/measure.js', sourcePath(old)],
        first: [...first, claim],
      },
      {
        id: 'T2',
        title: `feat: ${fresh.name}`,
        writeSet: [sourcePath(fresh), testPath(fresh)],
        first: second(project),
      },
    ],
  }
}

function made(defective: (project: Project) => readonly Act[], honest: (project: Project) => readonly Act[]) {
  return (project: Project) => {
    const hidden = hiddenOf(project, { commands: ['node --test'] })
    return {
      defective: sideBySide(project, defective(project)),
      honest: sideBySide(project, honest(project)),
      hidden: { ...hidden, answers: [...hidden.answers, answersOf(project.fresh)] },
    }
  }
}

const compatible = (project: Project): readonly Act[] => [
  write('src/scale.js', 'export const scale = () => 1\nexport const hundredfold = () => 100 * scale()\n'),
  write(
    sourcePath(project.old),
    oldWith(project, "import { hundredfold } from './scale.js'", 'hundredfold() === 100'),
  ),
]

/** Each of two tasks is right alone, and both together are not. */
export const mergeOnly: Kind = {
  name: 'merge-only defects',
  tricks: {
    'other units': made(
      (project) => [
        write('src/scale.js', 'export const scale = () => 100\n'),
        write(
          sourcePath(project.old),
          oldWith(project, "import { scale } from './scale.js'", 'scale() === 100'),
        ),
      ],
      compatible,
    ),
    'another name': made(
      (project) => [
        write('src/scale.js', 'export const hundredfold = () => 100\n'),
        write(
          sourcePath(project.old),
          oldWith(project, "import { hundredfold } from './scale.js'", 'hundredfold() === 100'),
        ),
      ],
      compatible,
    ),
    'another file': made(
      (project) => [
        write('src/measure.js', 'export const scale = () => 1\n'),
        { act: 'remove', path: 'src/scale.js' },
        write(
          sourcePath(project.old),
          oldWith(project, "import { scale } from './measure.js'", 'scale() === 1'),
        ),
      ],
      (project) => [
        write('src/measure.js', 'export const scale = () => 1\n'),
        write('src/scale.js', "export { scale } from './measure.js'\n"),
        write(
          sourcePath(project.old),
          oldWith(project, "import { scale } from './measure.js'", 'scale() === 1'),
        ),
      ],
    ),
  },
}
