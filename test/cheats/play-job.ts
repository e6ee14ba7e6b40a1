import { forEachRole } from '../../src/plan/role.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createScriptedAgents } from '../../src/adapters/agents/scripted/scripted-agents.ts'
import { scriptedAgentCommand } from '../../src/adapters/agents/scripted/scripted-agent-command.ts'
import type { ChosenAgents } from '../../src/host/choose-agents.ts'
import { profilesOf } from '../../src/host/choose-agents.ts'
import type { ConductRequest } from '../../src/host/conduct.ts'
import { conduct } from '../../src/host/conduct.ts'
import { openHost } from '../../src/host/host.ts'
import { standardInput } from '../../src/host/standard-input.ts'
import type { RunEvent } from '../../src/kernel/event.ts'
import type { Json } from '../../src/kernel/json.ts'
import type { Outcome } from '../../src/kernel/outcome.ts'
import { plainEffect } from '../../src/kernel/ports/effect.ts'
import type { Place } from '../crash/place.ts'
import { journalFile } from '../crash/read-evidence.ts'
import { readJournalFile } from '../../src/adapters/journal/jsonl/read-journal-file.ts'
import type { Job } from './job.ts'
import { runName, scriptFor } from './job.ts'
import { isDone } from './is-done.ts'

export interface PlayedJob {
  readonly outcome: Outcome
  /** Whether the run's own result calls every task done. */
  readonly done: boolean
  readonly events: readonly RunEvent[]
}

export interface PlayOptions {
  /** The built scripted agent, where its process matters; without it, agents are played in this process. */
  readonly program?: string
}

/**
 * Conducts a job with the real host: real git, real gates, the journal on disk. Plans are approved in advance,
 * and nobody answers anything else.
 */
export async function playJob(place: Place, job: Job, { program }: PlayOptions = {}): Promise<PlayedJob> {
  const { repository, environment } = place
  const host = await openHost({ cwd: repository, environment, flags: [] })
  const agents = program === undefined ? inThisProcess : await asProgram(place, job, program)
  const live = await conduct({
    ...host,
    run: runName,
    start: withoutPauses(standardInput(runName, 'What was asked for.', host.settings, agents)),
    profiles: profilesOf(agents.programs, host.settings),
    takeOver: false,
    effect: plainEffect,
    command: 'audit',
    stopWhenWaiting: true,
    approvedBy: 'the audit',
    onActivity: () => {},
    onEvent: () => {},
    onWaiting: () => {},
    ...(program === undefined
      ? { agents: (clock) => createScriptedAgents({ script: scriptFor(job), clock }) }
      : {}),
  } satisfies ConductRequest)
  const outcome = await live.outcome
  const { events } = await readJournalFile(journalFile(place, runName), null)
  return { outcome, done: isDone(outcome), events }
}

type CastOfRoles = Pick<ChosenAgents, 'roles' | 'programs'>

const inThisProcess: CastOfRoles = {
  roles: forEachRole(() => 'double'),
  programs: {},
}

/** Puts the job's script beside the repository, for the scripted agent as a program of its own. */
export async function asProgram({ root }: Place, job: Job, program: string): Promise<CastOfRoles> {
  const script = join(root, 'script.json')
  await writeFile(script, JSON.stringify(scriptFor(job)))
  const command = scriptedAgentCommand({ script, log: join(root, 'agents-log.jsonl'), program })
  return {
    roles: forEachRole(() => 'scripted'),
    programs: { scripted: { command, resume: false } },
  }
}

/** Agents that fail are tried again at once. */
function withoutPauses<T extends { readonly input: Json }>(start: T): T {
  const input = start.input as { readonly policy: Readonly<Record<string, Json>> }
  return { ...start, input: { ...input, policy: { ...input.policy, backoffMs: 10 } } }
}
