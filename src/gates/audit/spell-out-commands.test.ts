import { describe, expect, it } from 'vitest'
import { auditOf, changedFile } from '../../../test/harness/audit-of.ts'
import { spellOutCommands } from './spell-out-commands.ts'

function reader(files: Readonly<Record<string, string>>) {
  return async (path: string): Promise<string | null> => files[path] ?? null
}

describe('spellOutCommands', () => {
  it.each<[string, string, Readonly<Record<string, string>>]>([
    [
      'a package script',
      'npm test',
      { 'package.json': '{"scripts":{"test":"npm run x","x":"node tools/check.js"}}' },
    ],
    [
      'a script before it',
      'npm test',
      { 'package.json': '{"scripts":{"pretest":"node tools/check.js","test":"a"}}' },
    ],
    ['a Makefile', 'make test', { Makefile: 'test:\n\tnode tools/check.js\n' }],
    ['a justfile', 'just test', { justfile: 'test:\n  node tools/check.js\n' }],
    ['a shell script', 'sh ci/all.sh', { 'ci/all.sh': 'set -e\nnode tools/check.js\n' }],
    [
      'a shell script of a package script',
      'npm test',
      { 'package.json': '{"scripts":{"test":"./ci/all"}}', 'ci/all': 'exec node tools/check.js\n' },
    ],
    [
      'shell scripts that call each other',
      'ci/a.sh',
      { 'ci/a.sh': 'ci/b.sh\n', 'ci/b.sh': 'ci/a.sh\nnode tools/check.js\n' },
    ],
  ])('P2: %s leads to a file that the gate runs', async (_, command, files) => {
    const commands = await spellOutCommands([command], reader(files))
    const change = changedFile('tools/check.js', 'process.exit(1)', 'process.exit(0)')
    expect(auditOf([change], { commands })).toEqual(['gate-definition refused'])
    expect(auditOf([change], { commands: [command] })).toEqual([])
  })

  it('P2: does not follow what no gate calls', async () => {
    const files = { 'package.json': '{"scripts":{"test":"vitest","x":"node tools/check.js"}}' }
    expect(await spellOutCommands(['npm test'], reader(files))).toEqual(['npm test', 'vitest'])
  })

  it('P2: keeps the commands when there is nothing to read', async () => {
    expect(await spellOutCommands(['npm test'], reader({}))).toEqual(['npm test'])
  })
})
