import type { IsolationLevel, ProcessLimits } from '../kernel/ports/isolation.ts'
import type { Limits } from '../kernel/usage.ts'
import type { Effort } from '../plan/plan.ts'
import type { Role } from '../plan/role.ts'
import type { PolicySettings } from './policy-schema.ts'

export interface AgentSettings {
  /** The known program that it is; `null`: only its command is known. */
  readonly program: string | null
  /** A line as a person would type it, or the words of it; `null`: as its program is started. */
  readonly command: string | readonly [string, ...string[]] | null
  /** `null`: whichever it is set up with. */
  readonly model: string | null
  /** `null`: over the Agent Client Protocol where it can. */
  readonly way: 'acp' | 'headless' | null
  readonly env: Readonly<Record<string, string>>
  /** Whether its sessions may be taken up again, where it can do that at all. */
  readonly resume: boolean
}

/** Who is to do something; `null` leaves it to whoever else is asked. */
export interface AgentChoice {
  /** A name or a command. */
  readonly agent: string | null
  readonly model: string | null
  /** Who takes over, in this order. */
  readonly fallback: readonly string[] | null
}

/** A choice for the tasks that fit; what is absent fits every task. */
export interface RouteSettings extends AgentChoice {
  /** Absent: whoever does the task. */
  readonly role?: string
  readonly task?: string
  readonly paths?: readonly string[]
  readonly effort?: Effort
}

export interface VerifyCommand {
  /** Unique among the commands; the command itself where the file gives no name. */
  readonly name: string
  readonly command: string
  readonly timeoutMs: number
  readonly kind?: (typeof GATE_KINDS)[number]
  /** When it decides; both where the file does not say. */
  readonly scope?: (typeof GATE_SCOPES)[number]
  /** Whether nothing else may be proven at the same time. */
  readonly exclusive?: boolean
  /** Absent: `open`. */
  readonly network?: (typeof NETWORKS)[number]
  /** The files it writes its report of tests to, by path or pattern. */
  readonly report?: string
}

export const GATE_KINDS = ['build', 'test', 'lint', 'typecheck', 'custom'] as const
export const NETWORKS = ['open', 'none'] as const
export const GATE_SCOPES = ['task', 'integration', 'both'] as const

/** Every setting of a run, complete and checked. Nothing else reads tutti.yaml, its variables or its flags. */
export interface Settings {
  /** A name or a command; `null` when nobody has chosen one. */
  readonly agent: string | null
  /** What that one must run; `null`: whichever it is set up with. */
  readonly model: string | null
  readonly fallback: readonly string[]
  readonly agents: Readonly<Record<string, AgentSettings>>
  /** `null` stands for the default agent, its model and its fallbacks. */
  readonly roles: Readonly<Record<Role, AgentChoice>>
  /** Those of the policy come after these. */
  readonly routes: readonly RouteSettings[]
  /** `null` when the commands are to be found in the repository. */
  readonly verify: readonly [VerifyCommand, ...VerifyCommand[]] | null
  /** `null` when the command is to be found in the repository, `false` when there is nothing to prepare. */
  readonly prepare: string | false | null
  readonly copy: readonly string[]
  readonly env: {
    readonly pass: readonly string[]
    readonly set: Readonly<Record<string, string>>
  }
  /** Whether the agents of a run get a fresh home instead of the user's. */
  readonly freshHome: boolean
  /** What is wanted; the policy says what is the least. */
  readonly isolation: IsolationLevel
  readonly sandbox: {
    /** Absolute paths. */
    readonly readable: readonly string[]
    readonly writable: readonly string[]
    readonly hosts: readonly string[]
    readonly limits: ProcessLimits & { readonly outputBytes: number }
  }
  readonly limits: {
    readonly run: Limits
    readonly task: Limits
    /** Agents at work at once. */
    readonly parallel: number
    /** Gates at work at once. */
    readonly gates: number
    /** Attempts at one task. */
    readonly attempts: number
    readonly turnMs: number
    readonly stallMs: number
  }
  readonly policy: PolicySettings
  /** `{run}` in the pattern stands for the run's name. */
  readonly deliver: { readonly branch: string }
  /** Absolute paths; `null` stands for the standard place. */
  readonly state: { readonly journals: string | null; readonly worktrees: string | null }
  /** `all`: what a repository brings may be used without a question. Never the repository's own word. */
  readonly trust: (typeof TRUST)[number]
}

export const TRUST = ['ask', 'all'] as const

/** Where nobody has moved it. */
export const DEFAULT_STATE: Settings['state'] = { journals: null, worktrees: null }
