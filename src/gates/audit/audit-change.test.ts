import { describe, expect, it } from 'vitest'
import { auditOf, changedFile } from '../../../test/harness/audit-of.ts'
import type { ChangedFile } from '../../kernel/ports/repository.ts'
import { standardProtection } from '../../policy/protection.ts'
import { auditChange } from './audit-change.ts'

describe('the write-set', () => {
  const writeSet = ['src/**', 'package.json', 'caf\u00E9.md']
  const lock = changedFile('package-lock.json', '{}', '{"a":1}')

  it.each<[string, readonly ChangedFile[], readonly string[]]>([
    ['a file inside', [changedFile('src/a.ts', 'a', 'b')], []],
    ['a file outside', [changedFile('lib/a.ts', 'a', 'b')], ['outside-write-set refused']],
    ['a folder of like name', [changedFile('src2/a.ts', null, 'b')], ['outside-write-set refused']],
    ['other letter case', [changedFile('SRC/a.ts', null, 'b')], ['outside-write-set refused']],
    ['the other way of writing é', [changedFile('cafe\u0301.md', 'a', 'b')], []],
    ['a leading dash', [changedFile('-rf', null, 'b')], ['outside-write-set refused']],
    ['quotes', [changedFile('"src"/a.ts', null, 'b')], ['outside-write-set refused']],
    ['steps with dots', [changedFile('src/../lib/a.ts', null, 'b')], ['outside-write-set refused']],
    [
      'the lock file beside a dependency',
      [changedFile('package.json', '{}', '{"dependencies":{"right":"2.0.0"}}'), lock],
      [],
    ],
    ['a lock file alone', [lock], ['outside-write-set refused', 'lock-file-changed refused']],
  ])('P3: %s', (_, files, findings) => {
    expect(auditOf(files, { writeSet })).toEqual(findings)
  })

  it('P3: grows by a path that nobody holds, where the policy says so', () => {
    const protection = { ...standardProtection, outside: 'extend' } as const
    const heldBy = (path: string) => (path === 'lib/b.ts' ? 'T2' : null)
    const files = [changedFile('lib/a.ts', 'a', 'b'), changedFile('lib/b.ts', 'a', 'b')]
    expect(auditOf(files, { writeSet, protection, heldBy })).toEqual([
      'outside-write-set extended',
      'outside-write-set refused',
    ])
  })

  it('P3: names the task that holds the path', () => {
    const input = { files: [changedFile('lib/a.ts', 'a', 'b')], writeSet, heldBy: () => 'T2', commands: [] }
    const [finding] = auditChange({ ...input, protection: standardProtection })
    expect(finding?.message).toBe(
      'lib/a.ts: task T2 holds this path; undo the change and work only inside the write-set.',
    )
  })

  it('P3: says nothing when it is unknown', () => {
    expect(auditOf([changedFile('lib/a.ts', 'a', 'b')])).toEqual([])
  })
})

describe('lock files, CI and protected paths', () => {
  const bumped = changedFile('package.json', '{"dependencies":{}}', '{"dependencies":{"a":"1"}}')
  it.each<[string, readonly ChangedFile[], readonly string[]]>([
    ['a lock file and its manifest', [bumped, changedFile('package-lock.json', 'a', 'b')], []],
    [
      'the lock file of a workspace',
      [{ ...bumped, path: 'packages/a/package.json' }, changedFile('pnpm-lock.yaml', 'a', 'b')],
      [],
    ],
    [
      'Cargo',
      [
        changedFile('Cargo.toml', '[dependencies]\n', '[dependencies]\na = "1"\n'),
        changedFile('Cargo.lock', 'a', 'b'),
      ],
      [],
    ],
    ['a lock file alone', [changedFile('yarn.lock', 'a', 'b')], ['lock-file-changed refused']],
    [
      'a binary lock file alone',
      [{ ...changedFile('bun.lockb', 'a', 'b'), before: null, after: null, opaque: true }],
      ['lock-file-changed refused'],
    ],
    [
      'a lock file deleted',
      [bumped, changedFile('package-lock.json', 'a', null)],
      ['lock-file-changed refused'],
    ],
    [
      'a manifest whose dependencies stay',
      [
        changedFile('package.json', '{"description":"a"}', '{"description":"b"}'),
        changedFile('package-lock.json', 'a', 'b'),
      ],
      ['lock-file-changed refused'],
    ],
    [
      'the manifest of another language',
      [changedFile('go.mod', 'a', 'b'), changedFile('poetry.lock', 'a', 'b')],
      ['lock-file-changed refused'],
    ],
    [
      'the manifest of another folder',
      [{ ...bumped, path: 'b/package.json' }, changedFile('a/package-lock.json', 'a', 'b')],
      ['lock-file-changed refused'],
    ],
    ['a workflow', [changedFile('.github/workflows/ci.yml', 'a', 'b')], ['ci-changed refused']],
    ['a new workflow', [changedFile('.github/workflows/more.yml', null, 'b')], ['ci-changed refused']],
    ['GitLab', [changedFile('.gitlab-ci.yml', 'a', null)], ['ci-changed refused']],
    ['Jenkins in other letters', [changedFile('JENKINSFILE', 'a', 'b')], ['ci-changed refused']],
    ['an issue form', [changedFile('.github/ISSUE_TEMPLATE/bug.yml', 'a', 'b')], []],
  ])('P2: %s', (_, files, findings) => {
    expect(auditOf(files)).toEqual(findings)
  })

  it('P2: are weighed by what the write-set names', () => {
    const files = [
      changedFile('.github/workflows/ci.yml', 'a', 'b'),
      changedFile('yarn.lock', 'a', 'b'),
      changedFile('API.md', 'a', 'b'),
    ]
    const protection = { ...standardProtection, paths: ['api.md', 'legal/**'] }
    expect(auditOf(files, { protection })).toEqual([
      'ci-changed refused',
      'lock-file-changed refused',
      'protected-path refused',
    ])
    expect(
      auditOf(files, { protection, writeSet: ['.github/workflows/ci.yml', '{yarn.lock,API.md}'] }),
    ).toEqual(['ci-changed reported', 'lock-file-changed needs-approval', 'protected-path needs-approval'])
    const free = { ...standardProtection, ci: 'free', lockFiles: 'free' } as const
    expect(auditOf(files, { protection: free })).toEqual([])
  })
})

describe('links and submodules', () => {
  const link = (path: string, after: string): ChangedFile => ({
    ...changedFile(path, null, after),
    entry: 'link',
  })

  it.each([
    ['a/b', 'c'],
    ['a/b', './c/d'],
    ['a/b', '../c'],
    ['a/b', '..'],
    ['a/b/c', '../../.github'],
    ['b', '.'],
  ])('P2: a link %s to %s stays inside', (path, target) => {
    expect(auditOf([link(path, target)])).toEqual([])
  })

  it.each([
    ['a/b', '/etc/passwd'],
    ['a/b', '../../c'],
    ['b', '..'],
    ['b', '../gate-1/b'],
    ['a/b', 'c/../../../d'],
    ['b', 'inner/../c'],
    ['b', '.git'],
    ['a/b', '../.GIT/hooks'],
    ['b', 'C:/x'],
  ])('P2: a link %s to %s is refused, also where the write-set names it', (path, target) => {
    expect(auditOf([link(path, target)])).toEqual(['link-outside refused'])
    expect(auditOf([link(path, target)], { writeSet: [path] })).toEqual(['link-outside refused'])
  })

  it('P2: a file that became a link to outside is refused, and one that was one is not', () => {
    const became: ChangedFile = { ...changedFile('a', 'text', '/x'), entry: 'link', modeChanged: true }
    const was: ChangedFile = { ...changedFile('a', '/x', 'text'), modeChanged: true }
    expect(auditOf([became])).toEqual(['link-outside refused'])
    expect(auditOf([was])).toEqual([])
  })

  it('P2: a submodule is refused, or shown to a person where the write-set names it', () => {
    const module: ChangedFile = { ...changedFile('lib/it', null, null), kind: 'added', entry: 'submodule' }
    expect(auditOf([module])).toEqual(['submodule-changed refused'])
    expect(auditOf([module], { writeSet: ['lib/**'] })).toEqual(['submodule-changed refused'])
    expect(auditOf([module], { writeSet: ['lib/it'] })).toEqual(['submodule-changed needs-approval'])
  })
})
