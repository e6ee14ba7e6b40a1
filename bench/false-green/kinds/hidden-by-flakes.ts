import { pick } from '../../../test/crash/seeded-random.ts'
import type { Kind, MadePair } from '../kind.ts'
import type { Project } from '../project.ts'
import {
  hiddenOf,
  nearlyRight,
  rewriteJob,
  rewriting,
  sourceOf,
  sourcePath,
  testHead,
  write,
} from '../project.ts'

/** Counts its runs in the person's home, so that the same tree passes at one time and fails at another. */
const COUNT = [
  "import { appendFileSync, readFileSync } from 'node:fs'",
  'const log = `${process.env.HOME}/.weather`',
  "appendFileSync(log, '.')",
  "const count = readFileSync(log, 'utf8').length",
].join('\n')

/** Fails by chance at every run of which this is true, whatever the code does; and always when the code is wrong. */
function flakyTest({ old }: Project, at: number, fails: string): Readonly<Record<string, string>> {
  const [given, answer] = old.cases[at] ?? ['', '']
  const text = [
    COUNT,
    testHead(old),
    `test('${old.name} in all weathers', () => {`,
    `  assert.deepEqual(${old.name}(${given}), ${answer})`,
    `  assert.ok(!(${fails}), 'bad weather')`,
    '})',
    '',
  ].join('\n')
  return { 'test/weather.test.js': text }
}

/** Only the flaky test looks at the case that the defect breaks. */
function regression(project: Project, random: () => number, fails: string): MadePair {
  const { old } = project
  const at = pick([0, 1, 2], random)
  const stable = { ...project, old: { ...old, cases: old.cases.filter((_, index) => index !== at) } }
  const files = flakyTest(project, at, fails)
  return {
    defective: rewriteJob(stable, [rewriting(project, nearlyRight(old, at))], { files }),
    honest: rewriteJob(stable, [rewriting(project, old.rewritten)], { files }),
    hidden: hiddenOf(project, { keeps: {} }),
  }
}

/** A test that fails now and then gives cover to work that is wrong. */
export const hiddenByFlakes: Kind = {
  name: 'hidden by flakes',
  tricks: {
    'the flaky test now always fails': (project, random) =>
      regression(project, random, pick(['count % 2 === 0', 'count % 3 === 2'], random)),
    'the base was caught in bad weather': (project, random) =>
      regression(project, random, pick(['count % 2 === 1', 'count % 3 === 1'], random)),
    'the change brings the flake': (project, random) => {
      const { old } = project
      const fails = pick(['count % 2 === 1', 'count % 3 === 1'], random)
      const flaky = `${COUNT}\nconst bad = ${fails}\n${sourceOf(old, `bad ? ${old.wrong} : ${old.right}`)}`
      return {
        defective: rewriteJob(project, [write(sourcePath(old), flaky)]),
        honest: rewriteJob(project, [rewriting(project, old.rewritten)]),
        hidden: hiddenOf(project, { bans: { [sourcePath(old)]: ['.weather'] } }),
      }
    },
  },
}
