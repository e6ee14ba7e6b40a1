import { join } from 'node:path'
import { createScriptedAgents } from '../../src/adapters/agents/scripted/scripted-agents.ts'
import type { Act, Scene, SceneMatch } from '../../src/adapters/agents/scripted/script.ts'
import { createCommands } from '../../src/adapters/commands/process/create-commands.ts'
import { createWorkspaceFiles } from '../../src/adapters/files/workspace-files.ts'
import { createMemoryJournal } from '../../src/adapters/journal/memory/memory-journal.ts'
import { createSecrets } from '../../src/adapters/secrets/create-secrets.ts'
import { createMemoryStore } from '../../src/adapters/store/memory/memory-store.ts'
import { createProcesses } from '../../src/adapters/processes/create-processes.ts'
import { createDirectTools } from '../../src/adapters/tools/direct/direct-tools.ts'
import type { Json } from '../../src/kernel/json.ts'
import type { Outcome } from '../../src/kernel/outcome.ts'
import type { LiveRun } from '../../src/kernel/play.ts'
import { play } from '../../src/kernel/play.ts'
import { plainEffect } from '../../src/kernel/ports/effect.ts'
import type { World } from '../../src/kernel/ports/world.ts'
import type { Limits } from '../../src/kernel/usage.ts'
import type { StandardInput, WrittenInput } from '../../src/playbooks/standard-input.ts'
import { standardPlaybook } from '../../src/playbooks/standard.ts'
import { plainPolicy } from '../../src/policy/run-policy.ts'
import type { RunView } from '../../src/protocol/run-view.ts'
import { viewRun } from '../../src/protocol/view-run.ts'
import { createVirtualClock } from '../../src/testing/virtual-clock.ts'
import type { TestRepository } from '../fixtures/git-repository.ts'
import { makeRepository } from '../fixtures/git-repository.ts'
import { NO_SURROUNDINGS } from '../../src/adapters/processes/surroundings.ts'

/** A rehearsal of the standard playbook: real git and real commands, scripted agents, virtual time. */
export interface Rehearsal {
  readonly repository: TestRepository
  readonly world: World
  readonly turns: readonly string[]
  /** Resolves when an agent has done something that is told in these words. */
  readonly seen: (words: string) => Promise<void>
  readonly begin: (options?: BeginOptions) => Promise<LiveRun>
  readonly playThrough: (options?: BeginOptions) => Promise<Outcome>
  readonly view: () => Promise<RunView>
  readonly remove: () => Promise<void>
}

interface BeginOptions {
  readonly input?: Partial<StandardInput>
  readonly limits?: Limits
  readonly approve?: boolean
  readonly wait?: boolean
}

/** The proof of the rehearsal's repository: every file named `*.ok` says ok; left and right are not both there. */
const proof = [
  `for file in *.ok; do [ "$(cat "$file")" = ok ] || { echo "$file is not ok"; exit 1; }; done`,
  // Without their names as files of the gate, which nobody may add unasked.
  `[ "$(ls | grep -cx -e 'lef[t]' -e 'righ[t]')" -lt 2 ] || { echo "left and right do not go together"; exit 1; }`,
].join('\n')

export async function rehearse(
  scenes: readonly Scene[],
  options: { readonly sessions?: Set<string> } = {},
): Promise<Rehearsal> {
  const journal = createMemoryJournal()
  const repository = await makeRepository()
  await repository.write('base.ok', 'ok')
  await repository.write('prove.sh', proof)
  await repository.git(['add', '.'])
  await repository.git(['commit', '--quiet', '-m', 'base'])
  const clock = createVirtualClock({ start: Date.UTC(2026, 0, 1) })
  const turns: string[] = []
  const chatter = new Chatter()
  const log = ({ step, phase }: { readonly step: string; readonly phase: string }): void => {
    if (phase === 'start') turns.push(step)
  }
  const agents = createScriptedAgents({
    script: { scenes: [...scenes, ...usualScenes] },
    clock,
    log,
    ...options,
  })
  const ledgerFile = join(repository.folder, 'ledger.jsonl')
  const processes = createProcesses({
    ledgerFile,
    marker: repository.folder,
    effect: plainEffect,
    takeOver: false,
    surroundings: { ...NO_SURROUNDINGS, writable: [repository.folder] },
  })
  const commands = createCommands({
    processes,
    clock,
    outputsFolder: join(repository.folder, 'outputs'),
    effect: plainEffect,
    environment: { own: { ...repository.environment, SECRET_FOR_AGENTS: 'x' }, pass: [], set: {} },
  })
  const { workspaces, repository: port } = await repository.open()
  const world: World = {
    clock,
    journal,
    agents,
    commands,
    workspaces,
    repository: port,
    files: createWorkspaceFiles({ effect: plainEffect, folder: join(repository.folder, 'run') }),
    store: createMemoryStore(clock),
    secrets: createSecrets({ known: [] }),
    tools: createDirectTools(),
    activity: ({ text }) => chatter.tell(text),
  }
  const begin = async (options: BeginOptions = {}): Promise<LiveRun> => {
    const { events } = await journal.read()
    return play({
      playbook: standardPlaybook,
      world,
      start:
        events.length > 0 ? null : { run: 'r1', input: inputOf(options.input), limits: options.limits ?? {} },
      tutti: '0',
      stopWhenWaiting: !(options.wait ?? false),
      answerFor: (_id, { kind }) =>
        kind === 'approval' && (options.approve ?? true)
          ? { option: 'approve', text: null, by: 'test' }
          : null,
    })
  }
  return {
    repository,
    world,
    turns,
    seen: (words) => chatter.until(words),
    begin,
    playThrough: async (options) => (await begin(options)).outcome,
    view: async () => viewRun((await journal.read()).events),
    remove: () => repository.remove(),
  }
}

class Chatter {
  readonly #told: string[] = []
  readonly #listeners: (() => void)[] = []

  tell(text: string): void {
    this.#told.push(text)
    for (const listener of this.#listeners) listener()
  }

  until(words: string): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (this.#told.some((text) => text.includes(words))) resolve()
      }
      this.#listeners.push(look)
      look()
    })
  }
}

function inputOf(parts: Partial<StandardInput> = {}): Json {
  const input: WrittenInput = {
    objective: 'make it so',
    agents: { researcher: 'double', planner: 'double', implementer: 'double', debugger: 'double' },
    programs: {},
    verify: [{ name: 'proof', command: 'sh prove.sh', timeoutMs: 60_000 }],
    prepare: null,
    copy: [],
    policy: plainPolicy,
    taskLimits: {},
    teamRoles: [],
    plan: null,
    from: null,
    inPlace: false,
    branch: 'tutti/r1',
    ...parts,
  }
  return JSON.parse(JSON.stringify(input))
}

export function on(match: SceneMatch, ...acts: readonly Act[]): Scene {
  return { match, acts }
}

export function plans(
  ...tasks: readonly { readonly id: string; readonly dependencies?: readonly string[] }[]
): Scene {
  const value = {
    objective: 'so',
    tasks: tasks.map(({ id, dependencies = [] }) => ({
      id,
      title: `feat: ${id}`,
      dependencies: [...dependencies],
    })),
  }
  return on({ role: 'planner' }, { act: 'reply', value })
}

export const completed: Act = { act: 'reply', value: { status: 'completed', summary: 'done' } }

export function writes(path: string, text: string): Act {
  return { act: 'write', path, text }
}

/** A debugger's word; the same advice twice about the same failure is refused. */
export function advises(fix: string): Act {
  const value = {
    rootCause: 'not ok',
    location: { path: 'a.ok', line: 1 },
    kind: 'code',
    fix,
    changes: 'it says ok',
    confidence: 0.9,
  }
  return { act: 'reply', value }
}

const usualScenes: readonly Scene[] = [
  on({ role: 'researcher' }, { act: 'reply', value: { summary: 'seen', findings: [] } }),
  on({ role: 'debugger' }, advises('write ok')),
]
