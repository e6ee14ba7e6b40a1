import { fileURLToPath } from 'node:url'

export interface ScriptedAgentCommandOptions {
  /** The script's file. */
  readonly script: string
  /** Where the agent keeps its own log of turns. */
  readonly log: string
  /** A folder that makes its sessions outlive its process. */
  readonly sessions?: string
  /** How it takes tools; `http` unless told. */
  readonly mcp?: 'http' | 'stdio'
  /** The built program, where it is not beside this module. */
  readonly program?: string
}

/** The command that starts the scripted agent as a program of its own. */
export function scriptedAgentCommand(options: ScriptedAgentCommandOptions): readonly [string, ...string[]] {
  const program = options.program ?? fileURLToPath(new URL('program.js', import.meta.url))
  const sessions = options.sessions === undefined ? [] : ['--sessions', options.sessions]
  const mcp = options.mcp === undefined ? [] : ['--mcp', options.mcp]
  return [process.execPath, program, '--script', options.script, '--log', options.log, ...sessions, ...mcp]
}
