import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { createScriptedAgents } from '../../src/adapters/agents/scripted/scripted-agents.ts'
import type { Scene } from '../../src/adapters/agents/scripted/script.ts'
import { createCommands } from '../../src/adapters/commands/process/create-commands.ts'
import { createWorkspaceFiles } from '../../src/adapters/files/workspace-files.ts'
import { createMemoryJournal } from '../../src/adapters/journal/memory/memory-journal.ts'
import { createProcesses } from '../../src/adapters/processes/create-processes.ts'
import { createSecrets } from '../../src/adapters/secrets/create-secrets.ts'
import { createMemoryStore } from '../../src/adapters/store/memory/memory-store.ts'
import { createDirectTools } from '../../src/adapters/tools/direct/direct-tools.ts'
import type { RunEvent } from '../../src/kernel/event.ts'
import type { Json } from '../../src/kernel/json.ts'
import type { Outcome } from '../../src/kernel/outcome.ts'
import type { LiveRun } from '../../src/kernel/play.ts'
import { play } from '../../src/kernel/play.ts'
import { plainEffect } from '../../src/kernel/ports/effect.ts'
import type { World } from '../../src/kernel/ports/world.ts'
import type { Answer, Question } from '../../src/kernel/question.ts'
import { findBuiltIn } from '../../src/playbooks/built-in-playbooks.ts'
import type { StandardInput, WrittenInput } from '../../src/playbooks/standard-input.ts'
import { builtInPolicies } from '../../src/policy/built-in-policies.ts'
import type { RunPolicy } from '../../src/policy/run-policy.ts'
import { filesOfRun } from '../../src/protocol/files-of-run.ts'
import type { ProcessName } from '../../src/records/given-files.ts'
import { createVirtualClock } from '../../src/testing/virtual-clock.ts'
import type { TestRepository } from '../fixtures/git-repository.ts'
import { makeRepository } from '../fixtures/git-repository.ts'
import { cutAfter } from './play-stage.ts'
import { NO_SURROUNDINGS } from '../../src/adapters/processes/surroundings.ts'

/** Nobody may leave this word behind: that is how work is proven here. */
const PROOF =
  '! grep -rq BROKEN --exclude-dir=.git --exclude-dir=prompts --exclude-dir=.workflow --exclude-dir=plans .'

export interface ProcessScript {
  readonly process: ProcessName
  readonly objective: string
  readonly scenes: readonly Scene[]
  /** What is in the repository beside README.md when the run begins. */
  readonly files?: Readonly<Record<string, string>>
  /** Changes of the process's own policy. */
  readonly policy?: (policy: RunPolicy) => RunPolicy
  readonly input?: Partial<StandardInput>
  /** Folders beside the repository that its agents and commands may write in. */
  readonly writable?: readonly string[]
  /** What a person says; without it, or where it gives `null`, approvals are given and other questions wait. */
  readonly answer?: (name: string, ask: Question) => Partial<Answer> | null
  /** Is called with the run as soon as it plays, to send orders or look on. */
  readonly meanwhile?: (live: LiveRun) => Promise<void>
}

export interface ProcessPlay {
  readonly outcome: Outcome
  readonly events: readonly RunEvent[]
  /** Steps of the turns that agents took in this process, in their order. */
  readonly turns: readonly string[]
  /** Their prompts, by step. */
  readonly prompts: ReadonlyMap<string, string>
  readonly questions: ReadonlyMap<string, Question>
  readonly facts: (kind: string) => readonly Json[]
  /** The files of the process as they are now, by path. */
  readonly files: Readonly<Record<string, string>>
  /** What was delivered, or would have been. */
  readonly branch: string
  /** A file of what was delivered; `null` when it is not there. */
  readonly delivered: (path: string) => Promise<string | null>
  /** Subjects of the delivered commits, oldest first. */
  readonly commits: () => Promise<readonly string[]>
}

/** A repository in which a process can be played; whoever makes it removes it. */
export async function makeStage({ files = {} }: Pick<ProcessScript, 'files'> = {}): Promise<TestRepository> {
  const repository = await makeRepository()
  for (const [path, text] of Object.entries({ 'README.md': '# A project\n', ...files })) {
    await repository.write(path, text)
  }
  await repository.git(['add', '--all'])
  await repository.git(['commit', '--quiet', '--message', 'base'])
  return repository
}

/** Plays a whole process: real git, real files and real commands, scripted agents, virtual time. */
export async function playProcess(
  repository: TestRepository,
  script: ProcessScript,
  { past = [], most = Number.POSITIVE_INFINITY }: { past?: readonly RunEvent[]; most?: number } = {},
): Promise<ProcessPlay> {
  const { playbook } = findBuiltIn(script.process) ?? {}
  if (playbook === undefined) throw new Error(`There is no playbook ${script.process}.`)
  const turns: string[] = []
  const prompts = new Map<string, string>()
  const world = await worldOf(repository, script, { past, most }, (step, prompt) => {
    turns.push(step)
    prompts.set(step, prompt)
  })
  const live = await play({
    playbook,
    world,
    start: past.length > 0 ? null : { run: 'r1', input: inputOf(script), limits: {} },
    tutti: '0',
    stopWhenWaiting: true,
    answerFor: (name, ask) => {
      const said = script.answer?.(name, ask) ?? null
      if (said !== null) return { option: null, text: null, by: 'test', ...said }
      return ask.kind === 'approval' ? { option: 'approve', text: null, by: 'test' } : null
    },
  })
  await script.meanwhile?.(live)
  const outcome = await live.outcome
  const { events } = await world.journal.read()
  const branch = deliveredBranch(events) ?? branchOf(script)
  const show = (path: string): Promise<string | null> =>
    repository.git(['show', `${branch}:${path}`]).catch(() => null)
  return {
    outcome,
    events,
    turns,
    prompts,
    questions: new Map(
      events.flatMap((event) => (event.type === 'question-asked' ? [[event.question, event.ask]] : [])),
    ),
    facts: (kind) =>
      events.flatMap((event) => (event.type === 'fact-recorded' && event.kind === kind ? [event.value] : [])),
    files: await filesNow(events),
    branch,
    delivered: show,
    commits: async () => {
      const subjects = await repository.git(['log', '--reverse', '--format=%s', `main..${branch}`])
      return subjects === '' ? [] : subjects.split('\n')
    },
  }
}

/** The same job, cut off after so many events and then gone on with. */
export async function playProcessCut(
  repository: TestRepository,
  script: ProcessScript,
  most: number,
): Promise<ProcessPlay> {
  const { events: past } = await playProcess(repository, script, { most })
  if (past.length !== most) throw new Error(`There are only ${past.length} events.`)
  return playProcess(repository, script, { past })
}

/** A process may name its branch itself. */
function deliveredBranch(events: readonly RunEvent[]): string | null {
  const told = events.findLast((event) => event.type === 'fact-recorded' && event.kind === 'delivered')
  return told?.type === 'fact-recorded' ? (told.value as { branch: string | null }).branch : null
}

function branchOf({ input }: ProcessScript): string {
  return input?.branch ?? 'tutti/r1'
}

function inputOf({ process: name, objective, policy = (own) => own, input = {} }: ProcessScript): Json {
  const whole: WrittenInput = {
    objective,
    agents: { implementer: 'double' },
    programs: {},
    verify: [{ name: 'proof', command: PROOF, timeoutMs: 60_000 }],
    prepare: '',
    copy: [],
    policy: policy(builtInPolicies[name]),
    taskLimits: {},
    teamRoles: [],
    plan: null,
    from: null,
    inPlace: false,
    branch: 'tutti/r1',
    ...input,
  }
  return JSON.parse(JSON.stringify(whole))
}

async function worldOf(
  repository: TestRepository,
  { scenes, writable = [] }: ProcessScript,
  { past, most }: { readonly past: readonly RunEvent[]; readonly most: number },
  onTurn: (step: string, prompt: string) => void,
): Promise<World> {
  const clock = createVirtualClock({ start: (past.at(-1)?.at ?? Date.UTC(2026, 0, 1)) + 1 })
  const agents = createScriptedAgents({ script: { scenes }, clock })
  const processes = createProcesses({
    ledgerFile: join(repository.folder, 'ledger.jsonl'),
    marker: repository.folder,
    effect: plainEffect,
    takeOver: false,
    surroundings: { ...NO_SURROUNDINGS, writable: [repository.folder, ...writable] },
  })
  const { workspaces, repository: port } = await repository.open()
  return {
    clock,
    journal: cutAfter(createMemoryJournal(past), most),
    agents: {
      end: (session) => agents.end(session),
      canResume: (agent) => agents.canResume(agent),
      close: () => agents.close(),
      turn: (request, hooks) => {
        onTurn(request.step, request.prompt)
        return agents.turn(request, hooks)
      },
    },
    commands: createCommands({
      processes,
      clock,
      outputsFolder: join(repository.folder, 'outputs'),
      effect: plainEffect,
      environment: { own: repository.environment, pass: [], set: {} },
    }),
    workspaces,
    repository: port,
    files: createWorkspaceFiles({ effect: plainEffect, folder: join(repository.folder, 'run') }),
    store: createMemoryStore(clock),
    secrets: createSecrets({ known: [] }),
    tools: createDirectTools(),
    activity: () => {},
  }
}

/** Of a run that goes on, the folder that people may edit in; of one that has ended, what was kept of it. */
async function filesNow(events: readonly RunEvent[]): Promise<Readonly<Record<string, string>>> {
  const { folder, files } = filesOfRun(events)
  if (folder === null) return {}
  const there = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const known = new Set(files.map(({ path }) => path))
  const found = there
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => known.has(path))
    .toSorted()
  const texts = await Promise.all(found.map((path) => readFile(join(folder, path), 'utf8')))
  return Object.fromEntries(found.map((path, index) => [path, texts[index] ?? '']))
}
