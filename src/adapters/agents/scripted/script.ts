import type { Json } from '../../../kernel/json.ts'

/**
 * What a scripted agent does, as JSON on disk. Contract: which scene is played depends on nothing but the turn
 * itself, so that the same turn plays the same way after a crash.
 */
export interface Script {
  /** The first that fits is played. */
  readonly scenes: readonly Scene[]
}

export interface Scene {
  readonly match: SceneMatch
  readonly acts: readonly Act[]
}

/** Every field that is present must fit. */
export interface SceneMatch {
  readonly role?: string
  /** A glob where `*` stays within a slash and `**` crosses it, or a regular expression between slashes. */
  readonly step?: string
  readonly attempt?: number
  /** Text that the prompt contains. */
  readonly prompt?: string
}

/** One thing that a scripted agent does. Paths are taken from the workspace. */
export type Act =
  | { readonly act: 'say'; readonly text: string }
  /** Says the value as a fenced JSON block. */
  | { readonly act: 'reply'; readonly value: Json }
  | { readonly act: 'write'; readonly path: string; readonly text: string }
  | { readonly act: 'edit'; readonly path: string; readonly find: string; readonly replace: string }
  | { readonly act: 'remove'; readonly path: string }
  /** Runs a shell command in the workspace and goes on whatever its exit code is. */
  | { readonly act: 'run'; readonly command: string }
  | { readonly act: 'wait'; readonly ms: number }
  | { readonly act: 'crash'; readonly code: number }
  /** Prints that many bytes which are not the protocol. */
  | { readonly act: 'garbage'; readonly bytes: number }
  /** Falls silent and does not even answer a cancellation. */
  | { readonly act: 'hang' }
  /** Falls silent until the turn is cancelled, and then says that it was: the session lives on. */
  | { readonly act: 'stall' }
  /** Thinks aloud every so often for that long: slow, but never silent. */
  | { readonly act: 'ponder'; readonly ms: number; readonly everyMs: number }
  | { readonly act: 'rate-limit'; readonly retryAfterSeconds: number }
  /** Answers the turn with a JSON-RPC error. */
  | { readonly act: 'error'; readonly code: number; readonly message: string }
  | PermissionAct
  /** Calls a tool that it was offered, and goes on whatever it is told. */
  | { readonly act: 'tool'; readonly name: string; readonly input: Json }
  /** Leaves a process behind that has left its session and group. */
  | { readonly act: 'spawn-daemon'; readonly pidFile: string }
  | { readonly act: 'usage'; readonly tokens: number; readonly usd: number }

/** Asks, and ends the turn when it is refused. */
export interface PermissionAct {
  readonly act: 'ask-permission'
  readonly kind: string
  readonly title: string
  readonly path?: string
}
