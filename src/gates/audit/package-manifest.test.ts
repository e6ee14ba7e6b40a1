import { describe, expect, it } from 'vitest'
import { auditOf, changedFile } from '../../../test/harness/audit-of.ts'
import type { ChangedFile } from '../../kernel/ports/repository.ts'
import { standardProtection } from '../../policy/protection.ts'
import { auditChange } from './audit-change.ts'

const manifest = {
  name: 'shop',
  version: '1.0.0',
  type: 'module',
  scripts: {
    test: 'npm run unit && run-s check:*',
    unit: 'vitest run',
    'check:types': 'tsc --noEmit',
    lint: 'eslint .',
    dev: 'vite',
  },
  imports: { '#a': './a.js' },
  jest: { coverageThreshold: { global: { lines: 90 } } },
  eslintIgnore: ['old'],
  workspaces: ['packages/a'],
  dependencies: { left: '1.0.0', vitest: '4.0.0' },
}

function changedManifest(change: Readonly<Record<string, unknown>>): ChangedFile {
  return changedFile('package.json', JSON.stringify(manifest), JSON.stringify({ ...manifest, ...change }))
}

function scripts(change: Readonly<Record<string, string | undefined>>): ChangedFile {
  return changedManifest({ scripts: { ...manifest.scripts, ...change } })
}

describe('package.json', () => {
  it.each<[string, ChangedFile]>([
    ['the test script is emptied', scripts({ test: 'true' })],
    ['a script that the test script calls', scripts({ unit: 'true' })],
    ['a script that a glob calls', scripts({ 'check:types': 'true' })],
    ['the script of another gate', scripts({ lint: 'eslint . || true' })],
    ['a script is removed', scripts({ unit: undefined })],
    ['a script before the test script is added', scripts({ pretest: 'rm -rf test' })],
    ['a script after one that it calls is added', scripts({ postunit: 'exit 0' })],
    ['a script that every install runs is added', scripts({ postinstall: 'node patch-vitest.js' })],
    ['a threshold is lowered', changedManifest({ jest: { coverageThreshold: { global: { lines: 1 } } } })],
    ['a runner is configured', changedManifest({ vitest: { exclude: ['test/**'] } })],
    ['the kind of modules is changed', changedManifest({ type: 'commonjs' })],
    ['a workspace is left out', changedManifest({ workspaces: ['packages/a', '!packages/a'] })],
    ['a checker is set under its own name', changedManifest({ eslint: { ignore: ['src'] } })],
    [
      'a new package with a script that an install runs',
      changedFile('packages/b/package.json', null, '{"scripts":{"postinstall":"node ../patch.js"}}'),
    ],
    ['a module under a known name', changedManifest({ imports: { '#a': './right.js' } })],
    [
      'a name for a module that a pattern had',
      changedFile(
        'package.json',
        '{"imports":{"#*":"./src/*.js"}}',
        '{"imports":{"#*":"./src/*.js","#a":"./b.js"}}',
      ),
    ],
    ['an override from elsewhere', changedManifest({ overrides: { left: 'npm:loose@1.0.0' } })],
    [
      'the script of a package of a workspace goes',
      changedFile('packages/a/package.json', '{"scripts":{"test":"vitest"}}', '{"scripts":{}}'),
    ],
    [
      'something before the script of a package of a workspace',
      changedFile(
        'packages/a/package.json',
        '{"scripts":{"test":"vitest"}}',
        '{"scripts":{"test":"vitest","pretest":"rm -rf test"}}',
      ),
    ],
    ['more is ignored', changedManifest({ eslintIgnore: ['old', 'src'] })],
    ['a workspace is removed', changedManifest({ workspaces: [] })],
    [
      'the runner comes from a folder',
      changedManifest({ dependencies: { ...manifest.dependencies, vitest: 'file:./fake' } }),
    ],
    [
      'the runner comes under another name',
      changedManifest({ dependencies: { ...manifest.dependencies, vitest: 'npm:fake@1' } }),
    ],
    ['no JSON any more', changedFile('package.json', JSON.stringify(manifest), '{"scripts": {')],
    ['it is deleted', changedFile('package.json', JSON.stringify(manifest), null)],
    [
      'the same key a second time',
      changedFile(
        'package.json',
        '{"scripts":{"test":"vitest"}}',
        '{"scripts":{"test":"vitest"},"scripts":{"test":"true"}}',
      ),
    ],
    [
      'another letter case',
      changedFile('Package.json', '{"scripts":{"test":"vitest"}}', '{"scripts":{"test":"true"}}'),
    ],
    [
      'a package of a workspace',
      changedFile('packages/a/package.json', '{"scripts":{"test":"vitest"}}', '{"scripts":{"test":"true"}}'),
    ],
  ])('P2: %s: refused, and a person must agree where the write-set names the file', (_, change) => {
    expect(auditOf([change])).toContain('gate-definition refused')
    expect(auditOf([change], { writeSet: [change.path] })).toContain('gate-definition needs-approval')
    expect(auditOf([change], { writeSet: ['**'] })).toContain('gate-definition refused')
    expect(auditOf([change], { protection: { ...standardProtection, gates: 'free' } })).toEqual([])
  })

  it.each<[string, ChangedFile]>([
    [
      'a dependency is added',
      changedManifest({ dependencies: { ...manifest.dependencies, right: '1.0.0' } }),
    ],
    [
      'a dependency is raised',
      changedManifest({ dependencies: { ...manifest.dependencies, left: '^2.0.0' } }),
    ],
    ['one more name for a module', changedManifest({ imports: { '#a': './a.js', '#b': './b.js' } })],
    ['a version for the packages of others', changedManifest({ overrides: { left: '^1.2.3' } })],
    [
      'one more script of a package of a workspace',
      changedFile(
        'packages/a/package.json',
        '{"scripts":{"test":"vitest run"}}',
        '{"scripts":{"test":"vitest run","test:watch":"vitest"}}',
      ),
    ],
    ['settings of a program that no gate starts', changedManifest({ typedoc: { out: 'docs' } })],
    [
      'an example that nothing installs',
      changedFile('examples/b/package.json', null, '{"scripts":{"postinstall":"true"}}'),
    ],
    ['a script that no gate calls is added', scripts({ docs: 'typedoc' })],
    ['a script that no gate calls is changed', scripts({ dev: 'vite --host' })],
    ['version and description', changedManifest({ version: '1.1.0', description: 'A shop' })],
    ['a workspace is added', changedManifest({ workspaces: ['packages/a', 'packages/b'] })],
    [
      'another order and other spaces',
      changedFile(
        'package.json',
        JSON.stringify(manifest),
        JSON.stringify(Object.fromEntries(Object.entries(manifest).toReversed()), null, 4),
      ),
    ],
    ['a new package', changedFile('packages/b/package.json', null, '{"scripts":{"test":"vitest"}}')],
    [
      'a project that tests work on',
      changedFile('test/fixtures/x/package.json', null, '{"scripts":{"test":"true"}}'),
    ],
  ])('P2: %s: nothing to say', (_, change) => {
    expect(auditOf([change])).toEqual([])
  })

  it('P2: scripts with names that objects have by nature', () => {
    const before = '{"scripts":{"test":"npm run constructor toString __proto__"}}'
    const after = '{"scripts":{"test":"npm run constructor toString __proto__","toString":"true"}}'
    expect(auditOf([changedFile('package.json', before, after)])).toEqual(['gate-definition refused'])
    expect(auditOf([changedFile('package.json', before, `${before} `)])).toEqual([])
  })

  it('P2: says what to do', () => {
    const input = { files: [scripts({ test: 'true' })], writeSet: [], heldBy: () => null }
    const [finding] = auditChange({ ...input, protection: standardProtection, commands: ['npm test'] })
    expect(finding?.message).toBe(
      'package.json: the script `test` that proves this work was changed; put it back.',
    )
  })

  it.each([
    ['npm t', 'test'],
    ['npm run-script x', 'x'],
    ['pnpm -r x', 'x'],
    ['yarn x --all', 'x'],
    ['yarn workspace a run x', 'x'],
    ['bun run x', 'x'],
    ['node --run x', 'x'],
    ['CI=1 npm --silent run x', 'x'],
    ['cd . && (npm run "x")', 'x'],
    ['turbo run x', 'x'],
    ['concurrently "npm:x" "npm:y"', 'x'],
  ])('P2: `%s` comes by the script %s', (command, name) => {
    const before = JSON.stringify({ scripts: { [name]: 'vitest', other: 'a' } })
    const after = JSON.stringify({ scripts: { [name]: 'true', other: 'a' } })
    const innocent = JSON.stringify({ scripts: { [name]: 'vitest', other: 'b' } })
    expect(auditOf([changedFile('package.json', before, after)], { commands: [command] })).toEqual([
      'gate-definition refused',
    ])
    expect(auditOf([changedFile('package.json', before, innocent)], { commands: [command] })).toEqual([])
  })
})
