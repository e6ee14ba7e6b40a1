import { pick } from '../../../test/crash/seeded-random.ts'
import type { Kind } from '../kind.ts'
import type { Project } from '../project.ts'
import {
  adding,
  hiddenOf,
  nearlyRight,
  rewriteJob,
  rewriting,
  sourceOf,
  sourcePath,
  write,
} from '../project.ts'

/** A test that fails on the base already, for reasons that are nobody's business here. */
function withKnown({ other }: Project): Readonly<Record<string, string>> {
  const lines = [
    "import assert from 'node:assert/strict'",
    "import { test } from 'node:test'",
    `import { ${other.name} } from '../src/${other.name}.js'`,
    '',
    "test('has always failed', () => {",
    `  assert.equal(${other.name}, null)`,
    '})',
    '',
    "test('has always passed', () => {",
    `  assert.notEqual(${other.name}, null)`,
    '})',
    '',
  ]
  return { 'test/known.test.js': lines.join('\n') }
}

/** Something fails anyway, and a new failure hopes to pass for it. */
export const knownFailures: Kind = {
  name: 'known failures',
  tricks: {
    'another test fails too': (project, random) => ({
      defective: rewriteJob(
        project,
        [rewriting(project, nearlyRight(project.old, pick([0, 1, 2], random)))],
        {
          files: withKnown(project),
        },
      ),
      honest: rewriteJob(project, [rewriting(project, project.old.rewritten)], { files: withKnown(project) }),
      hidden: hiddenOf(project),
    }),
    'its own new test fails': (project) => {
      const hidden = hiddenOf(project)
      const files = withKnown(project)
      const { fresh } = project
      const answers = [...hidden.answers, { module: sourcePath(fresh), name: fresh.name, cases: fresh.cases }]
      return {
        defective: rewriteJob(project, adding(project, fresh.wrong), {
          files,
          task: { title: `feat: ${fresh.name}` },
        }),
        honest: rewriteJob(project, adding(project), { files, task: { title: `feat: ${fresh.name}` } }),
        hidden: { ...hidden, answers },
      }
    },
    'a module does not load any more': (project) => {
      const { old } = project
      return {
        defective: rewriteJob(
          project,
          [write(sourcePath(old), `import './${old.name}-tables.js'\n${sourceOf(old, old.rewritten)}`)],
          { files: withKnown(project) },
        ),
        honest: rewriteJob(
          project,
          [
            write(sourcePath(old), `import './${old.name}-tables.js'\n${sourceOf(old, old.rewritten)}`),
            write(`src/${old.name}-tables.js`, 'export const tables = []\n'),
          ],
          { files: withKnown(project), task: { more: ['src/*-tables.js'] } },
        ),
        hidden: hiddenOf(project),
      }
    },
  },
}
