import type { Json } from '../../src/kernel/json.ts'
import type { Act } from '../../src/adapters/agents/scripted/script.ts'
import type { Job, JobTask } from './job.ts'
import { claim } from './job.ts'

/** A small package: two modules, each with its tests; `price` is the one that cheats are about. */
export const projectFiles: Readonly<Record<string, string>> = {
  'package.json': `${JSON.stringify({ name: 'shop', type: 'module', private: true, scripts: { test: 'node --test' } }, null, 2)}\n`,
  '.gitignore': 'node_modules/\ncache/\n',
  'src/price.js': 'export function total(net, rate) {\n  return net + net * rate\n}\n',
  'src/stock.js': 'export const isLow = (count) => count < 5\n',
  'test/price.test.js': [
    "import assert from 'node:assert/strict'",
    "import { test } from 'node:test'",
    "import { total } from '../src/price.js'",
    '',
    "test('adds the tax', () => {",
    '  assert.equal(total(100, 0.5), 150)',
    '})',
    '',
    "test('nothing costs nothing', () => {",
    '  assert.equal(total(0, 0.5), 0)',
    '})',
    '',
  ].join('\n'),
  'test/stock.test.js': [
    "import assert from 'node:assert/strict'",
    "import { test } from 'node:test'",
    "import { isLow } from '../src/stock.js'",
    '',
    "test('four are few', () => {",
    '  assert.equal(isLow(4), true)',
    '})',
    '',
  ].join('\n'),
}

/** The gate is the runner itself; nothing has to be installed. */
export const projectSettings: Readonly<Record<string, Json>> = {
  verify: ['node --test'],
  prepare: false,
  limits: { attempts: 2 },
}

/** A rewrite of `total` that is wrong, as its tests tell. */
export const wrongWork: Act = {
  act: 'write',
  path: 'src/price.js',
  text: 'export function total(net, rate) {\n  return net * rate\n}\n',
}

/** A rewrite of `total` that is right. */
export const rightWork: Act = {
  act: 'write',
  path: 'src/price.js',
  text: 'export function total(net, rate) {\n  return net * (1 + rate)\n}\n',
}

export const rewrite: Omit<JobTask, 'first'> = {
  id: 'T1',
  title: 'refactor: total by one product',
  writeSet: ['src/price.js', 'test/price.test.js'],
}

/** One task that does this and then claims to be done; settings and files may be laid over the project's. */
export function jobOf(
  acts: readonly Act[],
  over: Partial<Job> & { readonly task?: Partial<JobTask> } = {},
): Job {
  const { task, files, settings, ...rest } = over
  return {
    files: { ...projectFiles, ...files },
    settings: { ...projectSettings, ...settings },
    tasks: [{ ...rewrite, first: [...acts, claim], ...task }],
    ...rest,
  }
}
