import { access, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stringify } from 'yaml'
import { readJournalFile } from '../../src/adapters/journal/jsonl/read-journal-file.ts'
import type { Script } from '../../src/adapters/agents/scripted/script.ts'
import type { RunEvent } from '../../src/kernel/event.ts'
import type { Json } from '../../src/kernel/json.ts'
import type { TestRepository } from '../fixtures/git-repository.ts'
import { makeRepository } from '../fixtures/git-repository.ts'
import type { CliPlace, EndedCli, StartedCli } from './cli.ts'
import { agentProgram, startCli } from './cli.ts'
import { scriptOf } from './script.ts'

/** A user's repository with scripted agents, and the built command line to use on it. */
export interface CliBench extends TestRepository {
  /** What the scripted agents logged of their turns. */
  readonly agentLog: string
  /** The user's shell in the repository; values given here are laid over it. */
  place(over?: Partial<CliPlace>): CliPlace
  cli(args: readonly string[], over?: Partial<CliPlace>): Promise<EndedCli>
  start(args: readonly string[], over?: Partial<CliPlace>): StartedCli
  /** Writes tutti.yaml over the bench's own settings, without a commit. */
  configure(settings: Readonly<Record<string, Json>>): Promise<void>
  useScript(script: Script): Promise<void>
  runFile(run: string, name: string): string
  events(run: string): Promise<readonly RunEvent[]>
  /** Waits until the run's journal holds such an event. */
  untilEvent(run: string, fits: (event: RunEvent) => boolean): Promise<RunEvent>
  untilFile(file: string): Promise<void>
}

const LOOK_MS = 20

/** A clean checkout of one commit with a tutti.yaml; the work is proven by a command that takes no time. */
export async function makeBench(script: Script = scriptOf([{ id: 'T1' }]), name?: string): Promise<CliBench> {
  const repository = await makeRepository(name)
  const { folder, root } = repository
  const scriptFile = join(folder, 'script.json')
  const agentLog = join(folder, 'agent-log.jsonl')
  const environment = { ...repository.environment, LANG: 'C.UTF-8' }
  const command = [process.execPath, agentProgram, '--script', scriptFile, '--log', agentLog]
  const settings = {
    agent: 'scripted',
    agents: { scripted: { command: [...command, '--sessions', join(folder, 'sessions')] } },
    verify: ['test -f README.md'],
  }
  const place = (over: Partial<CliPlace> = {}): CliPlace => ({ cwd: root, environment, ...over })
  const start = (args: readonly string[], over?: Partial<CliPlace>): StartedCli => startCli(args, place(over))
  const runFile = (run: string, file: string): string => join(root, '.git/tutti/runs', run, file)
  const events = async (run: string): Promise<readonly RunEvent[]> =>
    (await readJournalFile(runFile(run, 'journal.jsonl'))).events
  const bench: CliBench = {
    ...repository,
    environment,
    agentLog,
    place,
    start,
    cli: (args, over) => start(args, over).ended,
    configure: (over) => writeFile(join(root, 'tutti.yaml'), stringify({ ...settings, ...over })),
    useScript: (given) => writeFile(scriptFile, JSON.stringify(given)),
    runFile,
    events,
    untilEvent: (run, fits) => until(async () => (await events(run).catch(() => [])).find(fits)),
    untilFile: (file) =>
      until(() =>
        access(file).then(
          () => true,
          () => undefined,
        ),
      ).then(() => undefined),
  }
  await bench.useScript(script)
  await bench.configure({})
  await bench.write('README.md', '# A project\n')
  await bench.git(['add', '--all'])
  await bench.git(['commit', '--quiet', '--message', 'feat: a project'])
  return bench
}

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
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Json)
}

export async function readLines(file: string): Promise<readonly Json[]> {
  return parseLines(await readFile(file, 'utf8'))
}
