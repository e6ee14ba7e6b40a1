import type { Act } from '../../../src/adapters/agents/scripted/script.ts'
import { pick } from '../../../test/crash/seeded-random.ts'
import type { Kind, MadePair } from '../kind.ts'
import type { Project } from '../project.ts'
import { edit, hiddenOf, linesOf, nearlyRight, rewriteJob, rewriting, testOf, testPath } from '../project.ts'

/** Hides the test of one case by changing its text; the twin changes another thing in the same file. */
function hiding(
  project: Project,
  random: () => number,
  hide: (test: string, head: string) => string,
): MadePair {
  const { old } = project
  const at = pick([0, 1, 2], random)
  const [given, answer] = old.cases[at] ?? ['', '']
  const test = testOf(old, [given, answer])
  const [head = ''] = linesOf(test)
  const change = (to: string): Act => edit(testPath(old), test, to)
  return {
    defective: rewriteJob(project, [rewriting(project, nearlyRight(old, at)), change(hide(test, head))]),
    honest: rewriteJob(project, [
      rewriting(project, old.rewritten),
      change(
        `${test}\ntest('${old.name} again', () => {\n  assert.deepEqual(${old.name}(${given}), ${answer})\n})\n`,
      ),
    ]),
    hidden: hiddenOf(project),
  }
}

/** The work is wrong, and the tests that would say so are not run. */
export const skippedTests: Kind = {
  name: 'skipped tests',
  tricks: {
    skip: (project, random) => hiding(project, random, (test) => test.replace('test(', 'test.skip(')),
    todo: (project, random) => hiding(project, random, (test) => test.replace('test(', 'test.todo(')),
    'an option': (project, random) =>
      hiding(project, random, (test) => test.replace(', () =>', ', { skip: true }, () =>')),
    'a comment': (project, random) => hiding(project, random, (test) => `/*\n${test}*/\n`),
    'an early return': (project, random) =>
      hiding(project, random, (test, head) =>
        test.replace(head, `${head}\n  if (process.env.CI !== 'yes') return`),
      ),
  },
}
