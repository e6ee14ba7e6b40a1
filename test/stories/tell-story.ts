import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Script } from '../../src/adapters/agents/scripted/script.ts'
import type { TurnLogEntry } from '../../src/adapters/agents/scripted/turn-log.ts'
import type { RunEvent } from '../../src/kernel/event.ts'
import type { Json } from '../../src/kernel/json.ts'
import type { QuestionView } from '../../src/protocol/run-view.ts'
import { viewRun } from '../../src/protocol/view-run.ts'
import { agentProgram } from '../harness/cli.ts'
import type { CliBench } from '../harness/cli-bench.ts'
import { makeBench, parseLines } from '../harness/cli-bench.ts'
import { findLeftBehind } from '../harness/left-behind.ts'
import type { Story, StoryEnd } from './story.ts'

const RUN = 'story'
const WAITING = 4
/** How every story's work is proven: nobody may leave this word behind. */
const PROOF = '! grep -rq BROKEN --exclude-dir=.git --exclude=tutti.yaml .'
const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g
/** No story takes more processes than this. */
const MOST_PROCESSES = 40

export interface ToldStory {
  readonly wrong: readonly string[]
  readonly events: readonly RunEvent[]
  /** What was delivered, as a patch; `null` when nothing was. */
  readonly change: string | null
  readonly killed: boolean
}

/**
 * Plays a story with the built command line and a script's hands: every process ends when it has to wait, and a
 * person answers from another shell. With `killAt` the first process that has written so many events is killed.
 */
export async function tellStory(story: Story, killAt: number | null = null): Promise<ToldStory> {
  const bench = await makeBench(story.script)
  try {
    await setUp(bench, story)
    const asked: string[] = []
    let killed = false
    let status: number | null = null
    let last = ''
    for (let processes = 0; processes < MOST_PROCESSES; processes += 1) {
      const words =
        processes === 0
          ? ['run', ...(story.objective === '' ? [] : [story.objective]), '--name', RUN]
          : ['resume', RUN]
      const flags = [
        '--no-wait',
        ...(story.isApproved === true ? ['--yes'] : []),
        ...(processes === 0 ? flagsOf(story) : []),
      ]
      const environment = environmentOf(bench, story)
      const started = bench.start([...words, ...flags], { environment })
      if (killAt !== null && !killed) killed = await killWhen(bench, started, killAt)
      const ended = await started.ended
      if (ended.signal !== null) continue
      status = ended.status
      last = ended.stderr
      if (status !== WAITING) break
      const given = await answerAll(bench, story, asked)
      if (given === 0) return failed(bench, [`nobody knows what to answer: ${ended.stderr.slice(-1500)}`])
    }
    const events = await bench.events(RUN).catch(() => [])
    if (events.length === 0) return { wrong: [last], events, change: null, killed }
    const wrong = [
      ...(status === story.status ? [] : [`ended with ${status}, not ${story.status}`]),
      ...(await story.judge(await endOf(bench, events, asked))),
      ...(await findLeftBehind(bench)),
      ...redoneSteps(events),
    ]
    if (wrong.length > 0) {
      wrong.push(last.slice(-4000))
    }
    return { wrong, events, change: await changeOf(bench), killed }
  } finally {
    await bench.remove()
  }
}

async function setUp(bench: CliBench, { files = {}, settings = {}, script, others }: Story): Promise<void> {
  for (const [path, text] of Object.entries(files)) await bench.write(path, text)
  const agents =
    others === undefined ? {} : { agents: await agentsOf(bench, { scripted: script, ...others }) }
  await bench.configure({ prepare: false, verify: [PROOF], ...agents, ...settings })
  await bench.git('add', '--all')
  await bench.git('commit', '--quiet', '--message', 'chore: as the story has it')
}

/** Each with sessions of its own: none of them knows what was said to another. */
async function agentsOf(bench: CliBench, scripts: Readonly<Record<string, Script>>): Promise<Json> {
  const agents: Record<string, Json> = {}
  for (const [name, script] of Object.entries(scripts)) {
    const at = join(bench.folder, name)
    await writeFile(`${at}.json`, JSON.stringify(script))
    const sessions = join(bench.meeting, 'sessions', name)
    const options = ['--script', `${at}.json`, '--log', bench.agentLog, '--sessions', sessions]
    agents[name] = { command: [process.execPath, agentProgram, ...options] }
  }
  return agents
}

/** A playbook of its own brings its own policy. */
function environmentOf({ environment }: CliBench, { playbook }: Story): Readonly<Record<string, string>> {
  const { TUTTI_POLICY_BASE: _, ...rest } = environment
  return playbook === undefined ? { ...rest, TUTTI_POLICY_BASE: 'standard' } : rest
}

function flagsOf({ playbook, flags = [] }: Story): readonly string[] {
  return playbook === undefined ? flags : ['--playbook', playbook, ...flags]
}

/** Kills the process, and only it, as soon as the journal has grown so long; false when it ended before that. */
async function killWhen(
  bench: CliBench,
  started: { readonly pid: number; readonly ended: Promise<unknown>; signal(name: NodeJS.Signals): void },
  events: number,
): Promise<boolean> {
  let isOver = false
  void started.ended.then(() => (isOver = true))
  const grown = bench.untilEvent(RUN, ({ seq }) => isOver || seq >= events)
  await Promise.race([grown, started.ended])
  if (isOver) return false
  started.signal('SIGKILL')
  await started.ended
  return true
}

async function answerAll(bench: CliBench, { answers = [] }: Story, asked: string[]): Promise<number> {
  const view = viewRun(await bench.events(RUN))
  let given = 0
  for (const question of view.questions.filter(({ answer }) => answer === null)) {
    const rule = answers.find(({ to }) => isMeant(question, to))
    const before = asked.filter((name) => rule !== undefined && name.includes(rule.to)).length
    const word = rule?.with[Math.min(before, rule.with.length - 1)]
    if (word === undefined) continue
    asked.push(`${question.id} ${question.ask.text}`)
    const { status, stderr } = await bench.cli(['answer', RUN, word, '--question', question.id])
    if (status !== 0) throw new Error(`"${word}" was not taken: ${stderr}`)
    given += 1
  }
  return given
}

function isMeant({ id, ask }: QuestionView, words: string): boolean {
  return `${id} ${ask.text}`.includes(words)
}

async function endOf(
  bench: CliBench,
  events: readonly RunEvent[],
  asked: readonly string[],
): Promise<StoryEnd> {
  const log = parseLines(await readFile(bench.agentLog, 'utf8').catch(() => '')) as unknown as TurnLogEntry[]
  return {
    view: viewRun(events),
    facts: (kind) =>
      events.flatMap((event): Json[] =>
        event.type === 'fact-recorded' && event.kind === kind ? [event.value] : [],
      ),
    asked,
    // One that was under way when the run was killed is begun again.
    turns: [...new Set(log.filter(({ phase }) => phase === 'start').map(({ step }) => step))],
    git: (...args) => bench.git(...args),
  }
}

/** No step is ever completed twice, whatever was killed in between. */
function redoneSteps(events: readonly RunEvent[]): readonly string[] {
  const done = new Set<string>()
  return events.flatMap((event) => {
    if (event.type !== 'step-completed') return []
    const isAgain = done.has(event.step)
    done.add(event.step)
    return isAgain ? [`completed twice: ${event.step}`] : []
  })
}

/** Some files tell when they were written, which changes their hashes too. */
async function changeOf(bench: CliBench): Promise<string | null> {
  const patch = await bench.git('diff', 'main', `tutti/${RUN}`).catch(() => null)
  return patch?.replaceAll(TIME, '<time>').replaceAll(/^index .+$/gm, 'index') ?? null
}

async function failed(bench: CliBench, wrong: readonly string[]): Promise<ToldStory> {
  return { wrong, events: await bench.events(RUN), change: null, killed: false }
}
