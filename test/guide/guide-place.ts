import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { makeRepository } from '../fixtures/git-repository.ts'
import { agentProgram, cliProgram } from '../harness/cli.ts'
import { guideCast } from './guide-cast.ts'

/** A reader's machine: a small project, `tutti` and one known agent on the PATH, and nothing set up. */
export interface GuidePlace {
  readonly root: string
  readonly environment: Readonly<Record<string, string>>
  write(path: string, text: string): Promise<void>
  remove(): Promise<void>
}

export async function makeGuidePlace(): Promise<GuidePlace> {
  const repository = await makeRepository('greeter')
  const { folder, root } = repository
  const programs = join(folder, 'programs')
  // What stands for a login: where the scripted agent finds its words and keeps its sessions.
  const meeting = join(folder, 'meeting')
  const script = join(meeting, 'script.json')
  const settings = join(repository.environment['HOME'] ?? folder, '.config/tutti')
  await mkdir(settings, { recursive: true })
  await writeFile(join(settings, 'tutti.yaml'), `sandbox:\n  writable: [${JSON.stringify(meeting)}]\n`)
  await mkdir(meeting)
  await mkdir(programs)
  await writeFile(script, JSON.stringify(guideCast()))
  const addProgram = async (name: string, words: readonly string[]): Promise<void> => {
    const file = join(programs, name)
    const line = [process.execPath, ...words].map((word) => `'${word}'`).join(' ')
    await writeFile(file, `#!/bin/sh\nexec ${line} "$@"\n`)
    await chmod(file, 0o755)
  }
  await symlink(cliProgram, join(programs, 'tutti'))
  await addProgram('claude-agent-acp', [
    agentProgram,
    '--script',
    script,
    '--log',
    join(meeting, 'agent.log'),
    '--sessions',
    join(meeting, 'sessions'),
  ])
  for (const [path, text] of Object.entries(project)) await repository.write(path, text)
  await repository.git(['add', '--all'])
  await repository.git(['commit', '--quiet', '--message', 'feat: a greeter'])
  const searched = [programs, process.env['PATH'] ?? ''].join(delimiter)
  return {
    root,
    environment: { ...repository.environment, PATH: searched, LANG: 'C.UTF-8' },
    write: (path, text) => repository.write(path, text),
    remove: () => repository.remove(),
  }
}

const project: Readonly<Record<string, string>> = {
  'package.json': `${JSON.stringify({ name: 'greeter', type: 'module', scripts: { test: 'node --test' } }, null, 2)}\n`,
  'README.md': '# Greetngs\n\nSays hello.\n',
  'src/greet.js': 'export const greet = (name) => `Hello, ${name}!`\n',
  'test/greet.test.js': [
    "import assert from 'node:assert/strict'",
    "import test from 'node:test'",
    "import { greet } from '../src/greet.js'",
    '',
    "test('greets', () => assert.equal(greet('Ann'), 'Hello, Ann!'))",
    '',
  ].join('\n'),
}
