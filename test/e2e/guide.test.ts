import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildProgram } from '../../src/surfaces/cli/program.ts'
import { openTerminal } from '../../src/surfaces/cli/terminal.ts'
import { codeIn } from '../documents/markdown.ts'
import type { GuidePlace } from '../guide/guide-place.ts'
import { makeGuidePlace } from '../guide/guide-place.ts'
import { playSteps } from '../guide/play-steps.ts'
import { readSteps } from '../guide/read-steps.ts'

const WHOLE_GUIDE_MS = 600_000

vi.setConfig({ testTimeout: WHOLE_GUIDE_MS })

const root = resolve(import.meta.dirname, '../..')
const guide = await readFile(resolve(root, 'docs/guide.md'), 'utf8')

let place: GuidePlace
beforeEach(async () => {
  place = await makeGuidePlace()
})
afterEach(() => place.remove())

test('P6: everything that the guide has its reader type comes out as it says', async () => {
  expect(await playSteps(readSteps(guide), place)).toEqual([])
})

test('every command that there is stands in the guide', () => {
  const program = buildProgram(openTerminal(process, root), () => {})
  const names = program.commands.flatMap((command) =>
    command.commands.length === 0
      ? [command.name()]
      : command.commands.map((inner) => `${command.name()} ${inner.name()}`),
  )
  const typed = readSteps(guide).flatMap((step) => (step.kind === 'command' ? [step.command] : []))
  // The demo and what a team can be told are told of only: they take long, and have tests of their own.
  const told = [...typed, ...codeIn(guide.replaceAll(/^```[^]*?^```$/gm, ''))]
  const missing = names.filter((name) => !told.some((command) => command.includes(`tutti ${name}`)))
  expect(names.length).toBeGreaterThan(20)
  expect(missing).toEqual([])
})

test.each([
  ['a command that there is not', 'tutti sing', '', 'ended with 2, not with 0'],
  ['a flag that there is not', 'tutti list --all', '', 'ended with 2, not with 0'],
  ['a command that does not fail as it says', 'tutti list # ends with 4', '', 'ended with 0, not with 4'],
  ['a line that is not printed', 'tutti doctor', '✓ agents     codex', 'did not print: ✓ agents     codex'],
  ['one that stays open and ends without a word', 'tutti list # stays open', 'Done', 'did not print: Done'],
  ['one that stays open and fails', 'tutti list --all # stays open', '', 'ended with 2, not with 0'],
])('a planted mistake is found: %s', async (_what, command, shown, complaint) => {
  const planted = `# A guide\n\n\`\`\`sh\n${command}\n\`\`\`\n\n\`\`\`text\n${shown}\n\`\`\`\n`
  expect(await playSteps(readSteps(planted), place)).toEqual([
    expect.stringContaining(`line 4: \`${command.split(' #')[0]}\` ${complaint}`),
  ])
})

test('files that the guide shows are written before the next command', async () => {
  const planted =
    'Write `.tutti/own.yaml`:\n\n```yaml\nbase: standrad\n```\n\n```sh\ntutti policy check .tutti/own.yaml # ends with 1\n```\n'
  expect(await playSteps(readSteps(planted), place)).toEqual([])
  expect(await playSteps(readSteps(planted.replace('standrad', 'standard')), place)).toHaveLength(1)
  expect(() => readSteps('Nothing is said of this.\n\n```yaml\na: 1\n```\n')).toThrow('Line 4')
})
