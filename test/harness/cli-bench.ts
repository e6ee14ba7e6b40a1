import { execFile } from 'node:child_process'
import { access, cp, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { stringify } from 'yaml'
import { readJournalFile } from '../../src/adapters/journal/jsonl/read-journal-file.ts'
import type { Script } from '../../src/adapters/agents/scripted/script.ts'
import type { RunEvent } from '../../src/kernel/event.ts'
import type { Json } from '../../src/kernel/json.ts'
import { makeRepository, writeAt } from '../fixtures/git-repository.ts'
import type { CliPlace, EndedCli, StartedCli } from './cli.ts'
import { agentProgram, startCli } from './cli.ts'
import { scriptOf } from './script.ts'

/** A user's repository in a temporary folder, with scripted agents and the built command line to use on it. */
export interface CliBench {
  /** Holds the checkout, the user's home and everything else. */
  readonly folder: string
  /** Where scripted agents and gates of a run may write, outside their workspaces. */
  readonly meeting: string
  readonly root: string
  readonly environment: Readonly<Record<string, string>>
  /** What the scripted agents logged of their turns. */
  readonly agentLog: string
  /** The scripted agent as a person would name it with `--agent`. */
  readonly agentCommand: string
  git(...args: readonly string[]): Promise<string>
  write(path: string, text: string): Promise<void>
  cli(args: readonly string[], over?: Partial<CliPlace>): Promise<EndedCli>
  /** As `cli`, without waiting for its end. */
  start(args: readonly string[], over?: Partial<CliPlace>): StartedCli
  /** Writes tutti.yaml over the bench's own settings, without a commit. */
  configure(settings: Readonly<Record<string, Json>>): Promise<void>
  useScript(script: Script): Promise<void>
  runFile(run: string, name: string): string
  events(run: string): Promise<readonly RunEvent[]>
  /** Waits until the run's journal holds such an event. */
  untilEvent(run: string, fits: (event: RunEvent) => boolean): Promise<RunEvent>
  untilFile(file: string): Promise<void>
  /** The same bench with everything in it at another place. */
  copy(): Promise<CliBench>
  remove(): Promise<void>
}

/** A clean checkout of one commit with a tutti.yaml; the work is proven by a command that takes no time. */
export async function makeBench(script: Script = scriptOf([{ id: 'T1' }]), name?: string): Promise<CliBench> {
  const { folder, root } = await makeRepository(name)
  const bench = benchIn(folder, basename(root))
  await letScriptsMeet(folder)
  await bench.useScript(script)
  await bench.configure({})
  await bench.write('README.md', '# A project\n')
  await bench.git('add', '--all')
  await bench.git('commit', '--quiet', '--message', 'feat: a project')
  return bench
}

/** A clean checkout of one commit that holds these files alone: nothing in it says how Tutti is to work on it. */
export async function makeBareBench(
  files: Readonly<Record<string, string>>,
  script: Script,
): Promise<CliBench> {
  const { folder, root } = await makeRepository()
  const bench = benchIn(folder, basename(root))
  await letScriptsMeet(folder)
  await bench.useScript(script)
  for (const [path, text] of Object.entries(files)) await bench.write(path, text)
  await bench.git('add', '--all')
  await bench.git('commit', '--quiet', '--message', 'feat: a project')
  return bench
}

/** Scripts tell the test by files what they have come to; a person has allowed that. */
async function letScriptsMeet(folder: string, ...others: readonly string[]): Promise<void> {
  const meeting = meetingIn(folder)
  await mkdir(join(meeting, 'sessions'), { recursive: true })
  await writeAt(
    join(folder, 'home/.config/tutti/tutti.yaml'),
    stringify({ sandbox: { writable: [meeting, ...others] } }),
  )
}

function meetingIn(folder: string): string {
  return join(folder, 'meeting')
}

function benchIn(folder: string, name: string): CliBench {
  const root = join(folder, name)
  const meeting = meetingIn(folder)
  const scriptFile = join(folder, 'script.json')
  const agentLog = join(meeting, 'agent-log.jsonl')
  const environment = {
    PATH: process.env['PATH'] ?? '',
    HOME: join(folder, 'home'),
    LANG: 'C.UTF-8',
    // What is tested here is the floor; stories of the whole process choose another policy.
    TUTTI_POLICY_BASE: 'plain',
    // Trust has tests of its own.
    TUTTI_TRUST: 'all',
  }
  const start: CliBench['start'] = (args, over) => startCli(args, { cwd: root, environment, ...over })
  const runFile: CliBench['runFile'] = (run, file) => join(root, '.git/tutti/runs', run, file)
  const events: CliBench['events'] = async (run) =>
    (await readJournalFile(runFile(run, 'journal.jsonl'), null)).events
  return {
    folder,
    meeting,
    root,
    environment,
    agentLog,
    agentCommand: [process.execPath, agentProgram, '--script', scriptFile, '--log', agentLog].join(' '),
    start,
    runFile,
    events,
    git: async (...args) => {
      const { stdout } = await promisify(execFile)('git', ['-C', root, ...args], { env: environment })
      return stdout.trimEnd()
    },
    write: (path, text) => writeAt(join(root, path), text),
    cli: (args, over) => start(args, over).ended,
    configure: (over) => {
      const sessions = join(meeting, 'sessions')
      const options = ['--script', scriptFile, '--log', agentLog, '--sessions', sessions]
      const agents = { scripted: { command: [process.execPath, agentProgram, ...options] } }
      const settings = { agent: 'scripted', agents, verify: ['test -f README.md'], ...over }
      return writeFile(join(root, 'tutti.yaml'), stringify(settings))
    },
    useScript: (script) => writeFile(scriptFile, JSON.stringify(script)),
    untilEvent: (run, fits) => until(async () => (await events(run).catch(() => [])).find(fits)),
    untilFile: async (file) => {
      await until(() =>
        access(file)
          .then(() => true)
          .catch(() => undefined),
      )
    },
    copy: async () => {
      const other = await realpath(await mkdtemp(join(tmpdir(), 'tutti-cli-')))
      await cp(folder, other, { recursive: true, verbatimSymlinks: true })
      // What was committed there names the folder that it was copied from.
      await letScriptsMeet(other, meeting)
      return benchIn(other, name)
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

const LOOK_MS = 20

/** Looks again and again; the test's own time limit ends it. */
async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    await sleep(LOOK_MS)
  }
}

/** Each line of a text as JSON. */
export function parseLines(text: string): readonly Json[] {
  const lines = text.split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line) as Json)
}
