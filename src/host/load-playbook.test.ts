import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { begin, eventsOf } from '../../test/harness/play-story.ts'
import type { RunEvent } from '../kernel/event.ts'
import { RunFailure } from '../kernel/failure.ts'
import { standardPlaybook } from '../playbooks/standard.ts'
import { createTestWorld } from '../testing/test-world.ts'
import { choosePlaybook, playbookOfRun } from './choose-playbook.ts'
import type { ChosenPlaybook } from './choose-playbook.ts'

let root: string
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'tutti-playbook-')))
})
afterEach(() => rm(root, { recursive: true }))

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, file)), { recursive: true })
  await writeFile(join(root, file), text)
}

function choose(named: string): Promise<ChosenPlaybook> {
  return choosePlaybook(named, { cwd: root, root })
}

const own = (parts: string): string =>
  `const playbook = { name: 'ours', version: 1, parseInput: (input: unknown) => input, play: async () => null, ${parts} }\nexport { playbook }\n`

describe('a playbook of a team', () => {
  it('P9: is TypeScript with files of its own beside it, and its Tutti is the one that plays it', async () => {
    await write('lib/words.ts', `export enum Word { yes = 'yes' }\nexport const word: string = Word.yes`)
    await write(
      'ours.ts',
      `import { RunFailure, standardPlaybook } from 'tutti'
import type { Playbook, Json } from 'tutti'
import { word } from './lib/words.ts'
const later = await Promise.resolve(2)
export const playbook: Playbook<Json, Json> = {
  name: 'ours', version: later, oldest: 1,
  parseInput: standardPlaybook.parseInput as never,
  play: async () => { throw new RunFailure({ code: 'rejected', message: word }) },
} satisfies Playbook<Json, Json>
`,
    )
    const { playbook, source } = await choose('./ours.ts')
    expect(playbook).toMatchObject({ name: 'ours', version: 2, oldest: 1 })
    expect(source).toEqual({ file: 'ours.ts', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
    const failed = playbook.play(undefined as never, null)
    await expect(failed).rejects.toBeInstanceOf(RunFailure)
    await expect(failed).rejects.toMatchObject({ failure: { code: 'rejected', message: 'yes' } })
    expect(await readdir(root)).toEqual(['lib', 'ours.ts'])
  })

  it('may be the default export, a .js file, and named by its bare name in .tutti/playbooks', async () => {
    await write(
      '.tutti/playbooks/short.ts',
      own('').replace('export { playbook }', 'export default playbook'),
    )
    expect((await choose('short')).source?.file).toBe('.tutti/playbooks/short.ts')
    await write('ours.mjs', own('').replace(': unknown', ''))
    expect((await choose('ours.mjs')).playbook.name).toBe('ours')
    expect(await choose('standard')).toEqual({ playbook: standardPlaybook, source: null })
  })

  it.each([
    ['export const playbook = {\n  name: ,\n}', /^ours\.ts:2:\d+: Unexpected token\. Correct the playbook/],
    [
      '\nimport { x } from "nowhere"\nexport const playbook = x',
      /^ours\.ts:2: Cannot find module 'nowhere'\./,
    ],
    ['const a: number = 1\n\nthrow new Error(`no ${a}`)', /^ours\.ts:3: no 1\. Correct the playbook and try/],
    [`throw 'words'`, /^ours\.ts: words\./],
    [
      `import { nope } from 'tutti'\nexport const playbook = nope()`,
      /^ours\.ts:2: Tutti \S+ has no export "nope"\./,
    ],
    ['export const other = 1', /^ours\.ts: it exports no playbook\. Write: export const playbook/],
    ['export const playbook = 1', /^ours\.ts: what it exports as its playbook is no object\./],
    [own(`name: 'Our own'`), /name must be up to 48 small letters/],
    [own(`name: 'standard'`), /the name "standard" is taken/],
    [own('version: 1.5'), /version must be a whole number from 1/],
    [own('oldest: 2'), /oldest must be a whole number from 1 to its version/],
    [own('parseInput: null'), /has no function parseInput; for the usual input/],
    [own('play: null'), /has no function play\(run, input\)/],
  ])('is refused in one sentence with its place: %s', async (text, message) => {
    await write('ours.ts', text)
    await expect(choose('./ours.ts')).rejects.toMatchObject({
      failure: { code: 'bad-input', where: 'ours.ts', message: expect.stringMatching(message) },
    })
  })

  it.each([
    [
      'nowhere',
      /^There is no playbook "nowhere": built in are standard, gem-team, jira-loop, controlflow, team-coordinate; \.tutti\/playbooks\/nowhere\.ts is not/,
    ],
    ['./nowhere.ts', /^There is no playbook nowhere\.ts; write one with tutti init --playbook/],
    ['./', /is a folder; name the file of a playbook/],
    [' ', /^--playbook needs a name or the path/],
  ])('that is not there is named: %s', async (named, message) => {
    await expect(choose(named)).rejects.toMatchObject({
      failure: { code: 'bad-input', message: expect.stringMatching(message) },
    })
  })

  it('P9: that throws at work stops the run by its own line, resumable', async () => {
    await write('ours.ts', own(`play: async () => {\n  const so: string[] = []\n  return so[0].length\n}`))
    const { playbook } = await choose('./ours.ts')
    const world = createTestWorld()
    const live = await begin(playbook as never, world)
    const message = expect.stringMatching(/^ours\.ts:3: Cannot read .* then resume the run\.$/)
    expect(await live.outcome).toMatchObject({ status: 'stopped', failure: { code: 'bug', message } })
    expect((await eventsOf(world)).at(-1)).toMatchObject({ type: 'run-stopped' })
  })
})

describe('a run of a team’s playbook', () => {
  const startedWith = (version: number, file = 'ours.ts'): readonly RunEvent[] => [
    {
      v: 1,
      seq: 1,
      at: 0,
      type: 'run-started',
      run: 'r1',
      playbook: { name: 'ours', version, source: { file, sha256: '' } },
      input: { value: null },
      limits: {},
      tutti: '0',
    },
  ]

  it('P9: goes on with its file, also when that has a newer version', async () => {
    await write('ours.ts', own('version: 3, oldest: 2'))
    expect((await playbookOfRun(startedWith(2), root)).playbook.version).toBe(3)
    expect((await playbookOfRun(startedWith(3), root)).source?.file).toBe('ours.ts')
  })

  it.each([
    [
      own('version: 3, oldest: 3'),
      /version 2 of ours\.ts, which now plays on runs from version 3 on\. Put back/,
    ],
    [own('version: 1'), /version 2 of ours\.ts, which has version 1 now\. Put back/],
    [own(`name: 'theirs', version: 2`), /the playbook "ours", and ours\.ts has "theirs" now\. Put back/],
  ])('P9: is refused when its file no longer fits: %s', async (text, message) => {
    await write('ours.ts', text)
    await expect(playbookOfRun(startedWith(2), root)).rejects.toMatchObject({
      failure: { code: 'replay-diverged', message: expect.stringMatching(message) },
    })
  })

  it('P9: is refused when its file is gone', async () => {
    await expect(playbookOfRun(startedWith(1, '/gone/ours.ts'), root)).rejects.toMatchObject({
      failure: {
        code: 'replay-diverged',
        message: 'r1 is played by /gone/ours.ts, which cannot be read any more; put the file back.',
      },
    })
  })
})
