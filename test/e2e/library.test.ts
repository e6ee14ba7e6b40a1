import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PATIENCE_MS } from '../harness/cli.ts'
import type { CliBench } from '../harness/cli-bench.ts'
import { makeBench } from '../harness/cli-bench.ts'

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS })

const project = resolve(import.meta.dirname, '../..')
const document = await readFile(join(project, 'docs/library.md'), 'utf8')

let bench: CliBench
beforeEach(async () => {
  bench = await makeBench()
  // As `npm install tutti` leaves it in a project of the reader's.
  await mkdir(join(bench.folder, 'node_modules'))
  await symlink(project, join(bench.folder, 'node_modules/tutti'))
})
afterEach(() => bench.remove())

/** Runs an example of the document, as its reader would. */
async function play(name: string, ...words: readonly string[]): Promise<{ status: unknown; said: string }> {
  const example = new RegExp(`<!-- example: ${name} -->\n+\`\`\`js\n([^]*?)\n\`\`\``).exec(document)?.[1]
  const file = join(bench.folder, `${name}.mjs`)
  await writeFile(file, example ?? 'throw new Error("there is no such example")')
  const child = spawn(process.execPath, [file, bench.root, ...words], {
    env: bench.environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said, [status]] = await Promise.all([text(child.stdout), once(child, 'close')])
  return { status, said }
}

/** What a few lines of a program print that has opened the bench's repository as `tutti`. */
async function evaluate(lines: string, env: Readonly<Record<string, string>>): Promise<string> {
  const program = `import { openTutti } from ${JSON.stringify(join(project, 'dist/index.js'))}
    const tutti = openTutti({ cwd: process.argv[1], environment: process.env })
    ${lines}`
  const words = ['--input-type=module', '--eval', program, bench.root]
  const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const [said] = await Promise.all([text(child.stdout), once(child, 'close')])
  return said
}

test('P6: a program starts a run, answers it and reads its report, as the document shows', async () => {
  const { status, said } = await play('start', 'Do it')
  expect(status).toBe(0)
  expect(said).toContain('done: execute/T1@r1/attempt-1/verify\n')
  expect(said).toMatch(/^do-it\S* completed$/m)
  expect(said).toMatch(/^# .*Do it/m)
  const run = /^(do-it\S*) completed$/m.exec(said)?.[1] ?? ''
  const answered = (await bench.events(run)).filter((event) => event.type === 'question-answered')
  expect(answered.map(({ answer }) => answer)).toEqual([
    { option: 'approve', text: null, by: 'release-bot', door: 'script' },
  ])
  expect(await bench.git('log', '--format=%s', `main..tutti/${run}`)).toBe('chore: T1')
})

test('P6: a program looks at runs and follows one, as the document shows', async () => {
  expect((await bench.cli(['run', 'Do it', '--name', 'one', '--yes'])).status).toBe(0)
  const { status, said } = await play('look')
  expect(status).toBe(0)
  const { length } = await bench.events('one')
  expect(said).toBe(`one completed\none: ${length} new events, not running\n`)
})

test('P11: a program inside a run may look, and speaks for nobody', async () => {
  expect((await bench.cli(['run', 'Do it', '--name', 'one', '--yes'])).status).toBe(0)
  const inside = { ...bench.environment, TUTTI_MARKER: `${join(bench.root, '.git')}#one` }
  const acts = {
    'see()': 'completed',
    "prepare({ objective: 'Do it' })": 'Starting a run is for people',
    'resume()': 'Resuming a run is for people',
    'allow({ files: [] })': 'Trusting a repository is for people',
    "allowRun({ run: 'one' }, author)": 'Trusting a run is for people',
    "tell('one', { type: 'cancel' }, author)": 'Telling a run something is for people',
  }
  for (const [act, expected] of Object.entries(acts)) {
    const said = await evaluate(
      `const author = { by: 'agent', door: 'script' }
       const { PATH, HOME } = process.env
       const hidden = openTutti({ cwd: process.argv[1], environment: { PATH, HOME } })
       const done = await hidden.${act}.catch(({ code, message }) => ({ code, message }))
       console.log(done.message ?? done.view.status, done.code ?? '')`,
      inside,
    )
    expect(said, act).toMatch(new RegExp(`^${expected}.*${act === 'see()' ? '' : ' needs-person'}\\s*$`))
  }
})

test('P11: a run that nobody has cancelled is not resumed without trust by being called so', async () => {
  expect((await bench.cli(['run', 'Do it', '--name', 'one', '--no-wait'])).status).toBe(4)
  const said = await evaluate(
    `const author = { by: 'ada', door: 'script' }
     const asked = { run: 'one', isCancelled: true }
     const before = await tutti.resume(asked)
     const nobody = await tutti.tell('one', { type: 'cancel' }, {}).catch(({ message }) => message)
     await tutti.tell('one', { type: 'cancel' }, author)
     const after = await tutti.resume(asked)
     const how = { approvedBy: null, stopWhenWaiting: true, onEvent() {}, onWaiting() {} }
     const { outcome } = await after.play(how)
     console.log([before.kind, nobody, after.kind, (await outcome).status].join(' | '))`,
    { ...bench.environment, TUTTI_TRUST: 'ask' },
  )
  expect(said).toMatch(/^needs-trust \| Say who speaks: .* \| ready \| cancelled\n$/)
})

test('a program without trust is told what needs a person', async () => {
  const said = await evaluate(
    `const first = await tutti.prepare({ objective: 'Do it' })
     await tutti.allow(first.brought)
     const second = await tutti.prepare({ objective: 'Do it' })
     console.log(first.kind, first.brought.untrusted.map(({ path }) => path).join(), second.kind)`,
    { ...bench.environment, TUTTI_TRUST: 'ask' },
  )
  expect(said).toBe('needs-trust tutti.yaml ready\n')
})
