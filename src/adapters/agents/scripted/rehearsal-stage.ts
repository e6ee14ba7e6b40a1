import { resolve, sep } from 'node:path'
import { type AgentTrouble, RunFailure } from '../../../kernel/failure.ts'
import type { Activity } from '../../../kernel/ports/activity.ts'
import type { TurnRequest } from '../../../kernel/ports/agents.ts'
import type { Clock } from '../../../kernel/ports/clock.ts'
import type { Usage } from '../../../kernel/usage.ts'
import type { Stage } from './play-acts.ts'
import type { PermissionAct } from './script.ts'

const LOOKING: ReadonlySet<string> = new Set(['read', 'search', 'fetch', 'think'])
const NOISE_TAKEN = 8 * 1024 * 1024

export interface RehearsalStageOptions {
  readonly request: TurnRequest
  readonly clock: Clock
  readonly stallMs: number
  readonly totalMs: number
  readonly signal: AbortSignal
  readonly onActivity: (activity: Activity) => void
  readonly onUsage: (usage: Usage) => void
}

/** Plays a script's acts without a process: what a process would do to its conductor is thrown as its failure. */
export function createRehearsalStage(
  options: RehearsalStageOptions,
): Stage & { readonly said: () => string } {
  const { request, clock, stallMs, totalMs, signal } = options
  const said: string[] = []
  const begun = clock.now()
  const show = (kind: Activity['kind'], text: string): Promise<void> => {
    options.onActivity({ step: request.step, kind, text })
    return Promise.resolve()
  }
  const wait = async (ms: number): Promise<void> => {
    const left = begun + totalMs - clock.now()
    await clock.sleep(Math.min(ms, stallMs, left), signal)
    if (left <= Math.min(ms, stallMs)) throw trouble('timed-out', `took longer than ${totalMs} ms`)
    if (stallMs <= ms) throw trouble('hung', `was silent for ${stallMs} ms`)
  }
  return {
    path: request.path,
    signal,
    said: () => said.join(''),
    say: (text) => {
      said.push(text)
      return show('message', text)
    },
    showTool: ({ title }) => show('tool', title),
    tellSpent: (spent) => {
      options.onUsage({ turns: 1, ...spent })
      return Promise.resolve()
    },
    askPermission: async (ask) => {
      const allowed = isAllowed(ask, request)
      await show('permission', `${allowed ? 'allowed' : 'refused'}: ${ask.title}`)
      return allowed
    },
    wait,
    crash: (code) => Promise.reject(trouble('crashed', `ended with exit code ${code}`)),
    garbage: (bytes) =>
      bytes > NOISE_TAKEN
        ? Promise.reject(trouble('protocol', 'prints text that is not the protocol'))
        : Promise.resolve(),
    hang: async () => {
      await wait(Number.POSITIVE_INFINITY)
      throw trouble('hung', 'is silent')
    },
    spawnDaemon: () =>
      Promise.reject(
        new RunFailure({
          code: 'bad-input',
          message: 'The act spawn-daemon needs the scripted agent as a program.',
        }),
      ),
  }
}

function isAllowed({ kind, path }: PermissionAct, { access, path: workspace }: TurnRequest): boolean {
  if (LOOKING.has(kind)) return true
  if (access === 'read') return false
  return path === undefined || `${resolve(workspace, path)}${sep}`.startsWith(`${resolve(workspace)}${sep}`)
}

function trouble(kind: AgentTrouble, what: string): RunFailure {
  return new RunFailure({
    code: 'agent-failed',
    trouble: kind,
    message: `The scripted agent ${what}; its script says so.`,
  })
}
