import type { Access } from '../kernel/ports/agents.ts'
import type { Arrangement } from './arrangement.ts'
import type { HeadlessWay } from './headless-way.ts'
import type { UsageReport } from './usage-report.ts'

/** How a program is led over the Agent Client Protocol. */
export interface AcpWay {
  readonly command: readonly [string, ...string[]]
  /** Whether one process may hold several sessions. */
  readonly sessions: 'one' | 'many'
  /** Whether a new process can take a session up again. */
  readonly resumes: boolean
  /** A model is chosen in the open session, else at the program's start. */
  readonly model: {
    readonly bySession: boolean
    /** Comes before the model's name. */
    readonly argument?: string
    readonly variable?: string
    /** Where the answer to a prompt names the model that took the turn; absent: only the session's settings do. */
    readonly told?: readonly string[]
  }
  readonly tokens: UsageReport
  readonly usd: UsageReport
  /** How it is kept from changing anything, and how it is let. */
  readonly access: Readonly<Record<Access, Arrangement>>
  /** In place of `access.read` in a session of a role that may run commands although it may change nothing. */
  readonly checks: Pick<Arrangement, 'mode' | 'session'> | null
  /** Who keeps a reader from writing: the program itself, our refusals of what it asks for, or only the system. */
  readonly readOnly: 'program' | 'refusals' | 'system'
  /** What a refused permission does to a turn; `cancels`: it ends as if we had cancelled it. */
  readonly refusal: 'goes-on' | 'ends' | 'cancels'
  /** The servers of tools that it takes, and whether its model sees their tools at once or has to search for them. */
  readonly tools: {
    readonly http: boolean
    readonly stdio: boolean
    readonly shown: 'at-once' | 'on-search'
  }
  /** The mildest thing that ends it for sure: its input closed, a request, or force. */
  readonly ends: 'input' | 'term' | 'kill'
}

/** How a program is pointed at a model on this machine that plays a scenario; `{url}` is where it listens. */
export interface ScriptedRecipe {
  readonly wire: 'openai-chat' | 'openai-responses' | 'anthropic' | 'gemini'
  readonly model: string
  readonly variables: Readonly<Record<string, string>>
  /** By path below the fresh home. */
  readonly files: Readonly<Record<string, string>>
}

/** Everything that is known of one agent program, as data. Contract: what it says was seen with the version tried. */
export interface ProgramProfile {
  /** As in `--agent codex`. */
  readonly name: string
  readonly title: string
  /** What was tried: packages of the npm registry with their versions, the program first. */
  readonly tried: readonly { readonly package: string; readonly version: string }[]
  /** The oldest Node it runs on, where it is newer than ours. */
  readonly node?: number
  /** The command that tells its version. */
  readonly version: readonly [string, ...string[]]
  readonly acp: AcpWay | null
  readonly headless: HeadlessWay | null
  readonly login: {
    /** Any of these, below the home, means that somebody has logged in. */
    readonly files: readonly string[]
    /** Any of these variables does as well. */
    readonly variables: readonly string[]
    readonly how: string
  }
  /** Where its model answers and where it logs in, as its makers say; telemetry and updates are left out. */
  readonly hosts: readonly string[]
  /** Names of variables that are its own, credentials included; `*` stands for any letters. */
  readonly variables: readonly string[]
  /** Variables that it is always given: no updates, no telemetry, no hidden tools, few attempts of its own. */
  readonly quiet: Readonly<Record<string, string>>
  /** Whether it keeps its commands in a sandbox of its own, which has to work inside ours. */
  readonly nests?: boolean
  /** Folders below the home that it writes to for itself. */
  readonly homes: readonly string[]
  /** Variables that name such a folder, `''` the home itself; under a fresh home they point there, and it exists. */
  readonly homeVariables: Readonly<Record<string, string>>
  /** What it says, in its own words, when something stands in the way, beside what every program says. */
  readonly troubles: readonly { readonly says: RegExp; readonly means: ServiceTrouble }[]
  /** How what it says begins when that is the notice of an error, beside what every program says. */
  readonly notice?: RegExp
  readonly scripted: ScriptedRecipe
}

/** What the service behind an agent may have against us. */
export type ServiceTrouble =
  | 'rate-limited'
  | 'overloaded'
  | 'unauthorised'
  | 'out-of-quota'
  | 'model-unavailable'
