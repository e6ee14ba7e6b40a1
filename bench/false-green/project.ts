import type { Act } from '../../src/adapters/agents/scripted/script.ts'
import type { Job, JobTask } from '../../test/cheats/job.ts'
import { claim } from '../../test/cheats/job.ts'
import type { Feature } from './feature.ts'
import type { Hidden } from './pair.ts'

/** What a job is about: two functions that are there, and one that is not yet. */
export interface Project {
  readonly old: Feature
  readonly other: Feature
  readonly fresh: Feature
  /** The command that tests it. */
  readonly test: string
}

export function sourceOf({ name, parameters }: Feature, body: string): string {
  return `export function ${name}(${parameters}) {\n  return ${body}\n}\n`
}

/** Right but for the arguments of one case. */
export function nearlyRight(feature: Feature, at: number): string {
  const { parameters, right, wrong, cases } = feature
  const given = cases[at]?.[0] ?? ''
  return `JSON.stringify([${parameters}]) === JSON.stringify([${given}]) ? ${wrong} : ${right}`
}

export function sourcePath({ name }: Feature): string {
  return `src/${name}.js`
}

export function testPath({ name }: Feature): string {
  return `test/${name}.test.js`
}

export function testsOf(feature: Feature, cases = feature.cases): string {
  return [testHead(feature), ...cases.map((each) => testOf(feature, each))].join('\n')
}

export function testHead({ name }: Feature): string {
  return [
    "import assert from 'node:assert/strict'",
    "import { test } from 'node:test'",
    `import { ${name} } from '../src/${name}.js'`,
    '',
  ].join('\n')
}

/** The lines of one test, of which a hidden check wants every one. */
export function testOf({ name }: Feature, [given, answer]: Feature['cases'][number]): string {
  const title = JSON.stringify(`${name} of ${given.replaceAll(/["'[\]]/g, '')}`)
  return [`test(${title}, () => {`, `  assert.deepEqual(${name}(${given}), ${answer})`, '})', ''].join('\n')
}

export function baseFiles({ old, other, test }: Project): Readonly<Record<string, string>> {
  const about = { name: 'project', type: 'module', private: true, scripts: { test } }
  return {
    'package.json': `${JSON.stringify(about, null, 2)}\n`,
    '.gitignore': 'node_modules/\ngenerated/\n.env\n',
    'README.md': `# A project\n\nIt has ${old.name} and ${other.name}.\n`,
    [sourcePath(old)]: sourceOf(old, old.right),
    [sourcePath(other)]: sourceOf(other, other.right),
    [testPath(old)]: testsOf(old),
    [testPath(other)]: testsOf(other),
  }
}

export function settingsOf({ test }: Project): Job['settings'] {
  return { verify: [test], prepare: false, limits: { attempts: 2 } }
}

export function write(path: string, text: string): Act {
  return { act: 'write', path, text }
}

export function edit(path: string, find: string, replace: string): Act {
  return { act: 'edit', path, find, replace }
}

/** The old function written anew, with this body. */
export function rewriting({ old }: Project, body: string): Act {
  return write(sourcePath(old), sourceOf(old, body))
}

/** The fresh function and its tests. */
export function adding({ fresh }: Project, body = fresh.right): readonly Act[] {
  return [write(sourcePath(fresh), sourceOf(fresh, body)), write(testPath(fresh), testsOf(fresh))]
}

export type TaskShape = Partial<JobTask> & { readonly more?: readonly string[] }

/** The task of writing the old function anew; `more` paths are its to write too. */
export function rewriteJob(
  project: Project,
  acts: readonly Act[],
  over: Partial<Omit<Job, 'tasks'>> & { readonly task?: TaskShape } = {},
): Job {
  const { old, fresh } = project
  const { task: { more = [], ...task } = {}, files, settings, ...rest } = over
  const own = [sourcePath(old), testPath(old), sourcePath(fresh), testPath(fresh)]
  return {
    files: { ...baseFiles(project), ...files },
    settings: { ...settingsOf(project), ...settings },
    tasks: [
      {
        id: 'T1',
        title: `refactor: ${old.name} in another way`,
        writeSet: [...own, ...more],
        first: [...acts, claim],
        ...task,
      },
    ],
    ...rest,
  }
}

/** Both old functions answer rightly, and the tests that were there are there and at work. */
export function hiddenOf({ old, other }: Project, over: Partial<Hidden> = {}): Hidden {
  return {
    answers: [old, other].map((feature) => answersOf(feature)),
    keeps: Object.fromEntries([old, other].map((feature) => [testPath(feature), linesOf(testsOf(feature))])),
    bans: {},
    commands: [],
    ...over,
  }
}

export function answersOf(feature: Feature): Hidden['answers'][number] {
  return { module: sourcePath(feature), name: feature.name, cases: feature.cases }
}

export function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line.trim().length > 2)
}
