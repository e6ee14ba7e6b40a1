import { asRecord, type JsonRecord } from '../../../kernel/untrusted-json.ts'
import { fillRequired } from './fill-schema.ts'
import { patchOf, scriptOf, shellWrite } from './write-otherwise.ts'
import type { ModelRequest, OfferedTool } from './wire.ts'

/** A step that the agent has to carry out. */
export type Errand =
  | { readonly do: 'write'; readonly path: string; readonly text: string }
  | { readonly do: 'run'; readonly command: string }

export interface Call {
  readonly call: OfferedTool
  readonly input: JsonRecord | string
}

const WRITERS = ['write', 'write_file', 'create', 'create_file', 'editor']
const RUNNERS = [
  'shell',
  'bash',
  'exec_command',
  'run_terminal_command',
  'run_shell_command',
  'run_commands',
  'execute',
]
const PATHS = ['path', 'file_path', 'filePath', 'filepath']
const TEXTS = ['content', 'contents', 'file_text', 'new_text', 'text']
const COMMANDS = ['command', 'cmd', 'commands']

/** The call with which this agent writes a file or runs a command, chosen by what it offers; `null` when it cannot. */
export function callTool(errand: Errand, request: ModelRequest): Call | null {
  const { tools } = request
  if (errand.do === 'run') return runCommand(errand.command, tools)
  const patch = tools.find(({ name, plain }) => plain && name === 'apply_patch')
  if (patch !== undefined) return { call: patch, input: patchOf(errand.path, errand.text) }
  const writer = findTool(tools, WRITERS, PATHS)
  const text = writer === null ? null : propertyOf(writer, TEXTS)
  if (writer === null || text === null) return runCommand(shellWrite(errand.path, errand.text), tools)
  const path = propertyOf(writer, PATHS) ?? 'path'
  const chosen = { [path]: fullPath(errand.path, request), [text]: errand.text }
  return { call: writer, input: fillRequired(writer.schema, chosen) }
}

function runCommand(command: string, tools: readonly OfferedTool[]): Call | null {
  const runner = findTool(tools, RUNNERS, COMMANDS)
  if (runner !== null) {
    const name = propertyOf(runner, COMMANDS) ?? 'command'
    const chosen = { [name]: name === 'commands' ? [command] : command }
    return { call: runner, input: fillRequired(runner.schema, chosen) }
  }
  const script = tools.find(({ name, plain }) => plain && name === 'exec')
  return script === undefined ? null : { call: script, input: scriptOf(command) }
}

function findTool(
  tools: readonly OfferedTool[],
  names: readonly string[],
  properties: readonly string[],
): OfferedTool | null {
  const known = tools.filter((tool) => !tool.plain && propertyOf(tool, properties) !== null)
  const called = (name: string) => known.find((tool) => lastWord(tool.name) === name)
  return names.map(called).find((tool) => tool !== undefined) ?? null
}

/** Agents put the name of a server before the names of its tools. */
function lastWord(name: string): string {
  return (name.split(/__|[./]/).at(-1) ?? name).toLowerCase()
}

function propertyOf(tool: OfferedTool, names: readonly string[]): string | null {
  const properties = asRecord(tool.schema['properties'])
  return names.find((name) => Object.hasOwn(properties, name)) ?? null
}

/** Some agents only take whole paths; what they tell the model of their folder makes one of ours. */
function fullPath(path: string, { system, heard }: ModelRequest): string {
  if (path.startsWith('/')) return path
  const told = [system, ...heard.flatMap((each) => (each.by === 'user' ? [each.text] : []))].join('\n')
  const folder = WORKING_FOLDER.exec(told)?.[1]
  return folder === undefined ? path : `${folder.replace(/\/$/, '')}/${path}`
}

const WORKING_FOLDER =
  /(?:working directory|working folder|current directory|working in the directory|workspace (?:path|root)|cwd|pwd)[^\n/]{0,60}?[\s:=>`"'*]+(\/[^\n`"'<>*]*[^\s`"'<>*.,])/i
