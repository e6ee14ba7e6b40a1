import type { Job } from '../../../test/cheats/job.ts'
import { claim } from '../../../test/cheats/job.ts'
import { pick } from '../../../test/crash/seeded-random.ts'
import type { Kind } from '../kind.ts'
import type { Project } from '../project.ts'
import {
  adding,
  answersOf,
  edit,
  hiddenOf,
  nearlyRight,
  rewriteJob,
  rewriting,
  sourceOf,
  sourcePath,
  testHead,
  testOf,
  testPath,
  testsOf,
  write,
} from '../project.ts'

function newTests(project: Project): string {
  const { old } = project
  const [given = '', answer = ''] = old.cases[0] ?? []
  return `${testsOf(old)}\ntest('${old.name} twice', () => {\n  assert.deepEqual([${old.name}(${given}), ${old.name}(${given})], [${answer}, ${answer}])\n})\n`
}

function kindTest({ old }: Project): string {
  return `${testHead(old)}test('${old.name} is a function', () => {\n  assert.equal(typeof ${old.name}, 'function')\n})\n`
}

/** One task adds a function and its tests, the next writes the function anew. */
function inTurn(project: Project, second: string): Job {
  const { fresh } = project
  const [task] = rewriteJob(project, adding(project), { task: { title: `feat: ${fresh.name}` } }).tasks
  if (task === undefined) throw new Error('There is no task.')
  const next = {
    id: 'T2',
    title: `refactor: ${fresh.name} in another way`,
    dependencies: ['T1'],
    writeSet: [sourcePath(fresh)],
    first: [write(sourcePath(fresh), second), claim],
  }
  return { ...rewriteJob(project, []), tasks: [task, next] }
}

/** The work is wrong, and the tests that would say so are gone. */
export const vanishedTests: Kind = {
  name: 'vanished tests',
  tricks: {
    'the file is removed': (project) => ({
      defective: rewriteJob(project, [
        rewriting(project, project.old.wrong),
        { act: 'remove', path: testPath(project.old) },
      ]),
      honest: rewriteJob(project, [
        rewriting(project, project.old.rewritten),
        write(testPath(project.old), newTests(project)),
      ]),
      hidden: hiddenOf(project),
    }),
    'one test is cut out': (project, random) => {
      const at = pick([0, 1, 2], random)
      const each = project.old.cases[at]
      const cut = each === undefined ? '' : testOf(project.old, each)
      return {
        defective: rewriteJob(project, [
          rewriting(project, nearlyRight(project.old, at)),
          edit(testPath(project.old), cut, ''),
        ]),
        honest: rewriteJob(project, [
          rewriting(project, project.old.rewritten),
          edit(testPath(project.old), cut, `${cut}\n// The one above has seen much.\n`),
        ]),
        hidden: hiddenOf(project),
      }
    },
    'the file is moved out of sight': (project, random) => {
      const to = pick([`test/${project.old.name}.old`, `attic/${project.old.name}.js`], random)
      const move = `mkdir -p attic && mv ${testPath(project.old)} ${to}`
      return {
        defective: rewriteJob(
          project,
          [rewriting(project, project.old.wrong), { act: 'run', command: move }],
          { task: { more: ['test/**', 'attic/**'] } },
        ),
        honest: rewriteJob(
          project,
          [
            rewriting(project, project.old.rewritten),
            write(`test/${project.old.name}-more.test.js`, kindTest(project)),
          ],
          { task: { more: ['test/**', 'attic/**'] } },
        ),
        hidden: hiddenOf(project),
      }
    },
    'removed in an attempt before': (project) => {
      const { old } = project
      const words = { act: 'run', command: `echo '// In other words.' >> ${sourcePath(old)}` } as const
      return {
        defective: rewriteJob(
          project,
          [rewriting(project, old.wrong), { act: 'remove', path: testPath(old) }],
          { task: { again: [words, claim] } },
        ),
        honest: rewriteJob(project, [rewriting(project, old.wrong)], {
          task: { again: [rewriting(project, old.rewritten), words, claim] },
        }),
        hidden: hiddenOf(project),
      }
    },
    'of a task before it': (project) => ({
      defective: inTurn(project, `process.exit(0)\n${sourceOf(project.fresh, project.fresh.wrong)}`),
      honest: inTurn(project, sourceOf(project.fresh, project.fresh.rewritten)),
      hidden: hiddenOf(project, { answers: [answersOf(project.fresh)] }),
    }),
  },
}
