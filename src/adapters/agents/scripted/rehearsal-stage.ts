import { resolve, sep } from 'node:path'
import { type AgentTrouble, RunFailure } from '../../../kernel/failure.ts'
import { latestTurnEnd } from '../../../kernel/latest-turn-end.ts'
import type { Activity } from '../../../kernel/ports/activity.ts'
import type { TurnRequest } from '../../../kernel/ports/agents.ts'
import type { Clock } from '../../../kernel/ports/clock.ts'
import type { ToolAnswer } from '../../../kernel/ports/tools.ts'
import type { Usage } from '../../../kernel/usage.ts'
import type { Stage } from './play-acts.ts'
import type { PermissionAct } from './script.ts'

const LOOKING: ReadonlySet<string> = new Set(['read', 'search', 'fetch', 'think'])
const NOISE_TAKEN = 8 * 1024 * 1024

export interface RehearsalStageOptions {
  readonly request: TurnRequest
  /** The session's name, which a turn that is only too slow does not end. */
  readonly session: string
  readonly clock: Clock
  readonly stallMs: number
  readonly totalMs: number
  readonly signal: AbortSignal
  readonly onActivity: (activity: Activity) => void
  readonly onUsage: (usage: Usage) => void
  readonly onTool: (name: string, answer: ToolAnswer | null) => Promise<void>
  /** Told in place of a process that would be left behind. */
  readonly onDaemon: () => void
}

/** Plays a script's acts without a process: what a process would do to its conductor is thrown as its failure. */
export function createRehearsalStage(
  options: RehearsalStageOptions,
): Stage & { readonly said: () => string } {
  const { request, clock, stallMs, signal } = options
  const totalMs = request.totalMs ?? options.totalMs
  const said: string[] = []
  let alive = clock.awake()
  const latest = latestTurnEnd(alive, { totalMs, stallMs }, request.nudge)
  const show = (kind: Activity['kind'], text: string): Promise<void> => {
    alive = clock.awake()
    options.onActivity({ step: request.step, kind, text })
    return Promise.resolve()
  }
  /** Whoever can be cancelled keeps its session when it is too slow. */
  const waitFor = async (ms: number, session: { readonly session?: string }): Promise<void> => {
    const until = clock.awake() + ms
    const silentAt = alive + stallMs
    await clock.sleep(Math.max(0, Math.min(until, silentAt, latest) - clock.awake()), signal)
    if (latest <= Math.min(until, silentAt)) {
      throw trouble('timed-out', `took longer than ${totalMs} ms`, session)
    }
    if (silentAt <= until) throw trouble('hung', `was silent for ${stallMs} ms`, session)
  }
  const stall = async (session: { readonly session?: string }): Promise<never> => {
    await waitFor(Number.POSITIVE_INFINITY, session)
    throw trouble('hung', 'is silent', session)
  }
  return {
    path: request.path,
    signal,
    said: () => said.join(''),
    say: (text) => {
      said.push(text)
      return show('message', text)
    },
    think: (text) => show('thought', text),
    showTool: ({ title }) => show('tool', title),
    tellSpent: (spent) => {
      alive = clock.awake()
      options.onUsage({ turns: 1, ...spent })
      return Promise.resolve()
    },
    callTool: async (name, input) => {
      const answer = (await request.tools?.call(name, input)) ?? null
      alive = clock.awake()
      await options.onTool(name, answer)
      return answer
    },
    askPermission: async (ask) => {
      const allowed = isAllowed(ask, request)
      await show('permission', `${allowed ? 'allowed' : 'refused'}: ${ask.title}`)
      return allowed
    },
    wait: (ms) => waitFor(ms, { session: options.session }),
    crash: (code) => Promise.reject(trouble('crashed', `ended with exit code ${code}`)),
    garbage: (bytes) =>
      bytes > NOISE_TAKEN
        ? Promise.reject(trouble('protocol', 'prints text that is not the protocol'))
        : Promise.resolve(),
    hang: () => stall({}),
    stall: () => stall({ session: options.session }),
    spawnDaemon: () => {
      options.onDaemon()
      return Promise.resolve()
    },
  }
}

function isAllowed({ kind, path }: PermissionAct, { access, may, path: workspace }: TurnRequest): boolean {
  if (kind === 'fetch' && may?.network === false) return false
  if (LOOKING.has(kind)) return true
  if (kind === 'execute' && may?.exec === false) return false
  if (access === 'read' && !(kind === 'execute' && may?.exec === true)) return false
  return path === undefined || `${resolve(workspace, path)}${sep}`.startsWith(`${resolve(workspace)}${sep}`)
}

function trouble(kind: AgentTrouble, what: string, session: { readonly session?: string } = {}): RunFailure {
  return new RunFailure({
    code: 'agent-failed',
    trouble: kind,
    ...session,
    message: `The scripted agent ${what}; its script says so.`,
  })
}
