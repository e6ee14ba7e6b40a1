import type { Access } from '../kernel/ports/agents.ts'
import type { Arrangement } from './arrangement.ts'
import type { UsageReport } from './usage-report.ts'

/** Where a value stands in a line of JSON: names of fields from the outside in, with points between them. */
export type FieldPath = string

/** Fields and what each of them must be; `null` stands for one that is not there. */
export type FieldMatch = Readonly<Record<FieldPath, string | number | boolean | null>>

/** Picks lines of a headless program's output by their fields, and values from each. */
export interface LinePick {
  readonly where: FieldMatch
  /** A list in the line, whose entries are then looked at one by one: values are taken from those that fit. */
  readonly each?: { readonly in: FieldPath; readonly where: FieldMatch }
  /** Texts are put together with a space, numbers are added up. */
  readonly values: readonly FieldPath[]
  /** What the text has to be like. */
  readonly like?: RegExp
}

/** How lines of JSON that a program prints are read. Whatever nothing picks is only a sign of life. */
export interface HeadlessOutput {
  readonly session: readonly LinePick[]
  readonly model: readonly LinePick[]
  /** All of it is the reply. */
  readonly says: readonly LinePick[]
  /** Whether each is a piece of a text or a message of its own. */
  readonly saysIn: 'pieces' | 'messages'
  readonly thinks: readonly LinePick[]
  readonly tools: readonly LinePick[]
  /** What it wanted to do and was not let. */
  readonly refusals: readonly LinePick[]
  /** The turn has failed, whatever the exit code. */
  readonly failures: readonly LinePick[]
  /** Something went wrong; the turn has failed if nothing comes of it. */
  readonly complaints: readonly LinePick[]
  /** The turn is over; absent: only the end of the program says so. Its values, if any, say why it stopped. */
  readonly ends: readonly LinePick[]
}

/**
 * How a program is given a server of tools when it starts. Words in braces are put in: `{name}`, and as JSON
 * `{command}`, `{args}`, `{argv}` (both), `{names}` (of its variables), `{env}` (each variable as `reference` says), `{line}` as a
 * shell would take it. Contract: no secret stands in it; the variables are in the program's own environment.
 */
export interface HeadlessTools extends Arrangement {
  /** How the program's settings name a variable, with `NAME` in its place. */
  readonly reference?: string
}

/** How a program is led by one command line for each turn. */
export interface HeadlessWay {
  /** Words in braces are put in: `{prompt}`, `{session}`; `{options}` is where access, model and tools go. */
  readonly command: readonly [string, ...string[]]
  /** The command that goes on with a session; `null` when it cannot. */
  readonly resume: readonly [string, ...string[]] | null
  /** Whether we choose a session's name (a UUID), the program tells it, or it has none that can be used. */
  readonly session: 'chosen' | 'told' | 'none'
  /** What it says when a session that it is to go on with is not there. */
  readonly lost: RegExp | null
  /** Added when a model was chosen, which `{model}` stands for. */
  readonly model: readonly string[]
  readonly access: Readonly<Record<Access, Arrangement>>
  /** Who keeps a role with read access from writing: the program, or nobody where the system does not. */
  readonly readOnly: 'program' | 'system'
  /** In place of `access.read`, for a role that may run commands although it may change nothing. */
  readonly checks?: Arrangement
  /** Added for a role that may not run commands, or not reach the network. */
  readonly without?: { readonly exec?: Arrangement; readonly network?: Arrangement }
  /** Whether the prompt is an argument, stands in a file whose path is one, or comes on standard input. */
  readonly prompt: 'argument' | 'file' | 'input'
  readonly tools: HeadlessTools | null
  readonly output: HeadlessOutput
  readonly tokens: { readonly report: UsageReport; readonly from: readonly LinePick[] }
  readonly usd: { readonly report: UsageReport; readonly from: readonly LinePick[] }
}
