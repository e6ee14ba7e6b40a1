import { RunFailure } from '../../../kernel/failure.ts'
import type { TurnRequest } from '../../../kernel/ports/agents.ts'
import type { ToolServer } from '../../../kernel/ports/tools.ts'
import type { Arrangement } from '../../../profiles/arrangement.ts'
import type { HeadlessTools, HeadlessWay } from '../../../profiles/headless-way.ts'
import { arrangeVariables } from '../turns/arrange-launch.ts'
import type { ConfiguredAgent } from '../turns/configured-agent.ts'

/** What the system takes as one argument, its end included. */
const LONGEST_ARGUMENT_BYTES = 128 * 1024

export interface CommandRequest {
  readonly agent: ConfiguredAgent
  readonly way: HeadlessWay
  readonly turn: Pick<TurnRequest, 'access' | 'may' | 'prompt' | 'tools'>
  /** Where the prompt stands, for a program that reads it from a file. */
  readonly promptFile: string | null
  /** The program's own name of the session; `null` where it is yet to tell it. */
  readonly session: string | null
  readonly resuming: boolean
  /** What the program would find in its environment otherwise. */
  readonly environment: Readonly<Record<string, string>>
}

export interface ComposedCommand {
  readonly argv: readonly [string, ...string[]]
  readonly env: Readonly<Record<string, string>>
  /** What it gets on standard input. */
  readonly input: string
}

/** The command line, environment and input of one turn. */
export function composeCommand(request: CommandRequest): ComposedCommand {
  const { agent, way, turn, session, environment } = request
  const parts = arrangementsOf(request)
  const options = [
    ...parts.flatMap((part) => part.arguments ?? []),
    ...(agent.model === null ? [] : way.model.map((word) => fill(word, { model: agent.model ?? '' }))),
  ]
  const [, ...words] = (request.resuming ? way.resume : null) ?? way.command
  const argv = words.flatMap((word) =>
    word === '{options}'
      ? options
      : [fill(word, { prompt: request.promptFile ?? turn.prompt, session: session ?? '' })],
  )
  if (way.prompt === 'argument') checkLength(agent.name, turn.prompt)
  const quiet = { ...environment, ...agent.program?.quiet, ...agent.env }
  const env = parts.reduce<Readonly<Record<string, string>>>(arrangeVariables, quiet)
  return {
    argv: [...programOf(agent, way), ...argv],
    env: turn.tools === undefined || way.tools === null ? env : { ...env, ...turn.tools.stdio.env },
    input: way.prompt === 'input' ? turn.prompt : '',
  }
}

/** A command of the user's own stands for the program alone. */
function programOf({ command }: ConfiguredAgent, way: HeadlessWay): readonly [string, ...string[]] {
  return command.join('\0') === way.command.join('\0') ? [command[0]] : command
}

function arrangementsOf({ way, turn }: CommandRequest): readonly Arrangement[] {
  const { access, may, tools } = turn
  const checks = access === 'read' && may?.exec === true ? way.checks : undefined
  return [
    checks ?? way.access[access],
    ...(may?.exec === false ? [way.without?.exec ?? {}] : []),
    ...(may?.network === false ? [way.without?.network ?? {}] : []),
    ...(tools === undefined || way.tools === null ? [] : [toolsFor(way.tools, tools)]),
  ]
}

function toolsFor(offer: HeadlessTools, { name, stdio }: ToolServer): Arrangement {
  const names = Object.keys(stdio.env)
  const env = names.map((each) => [each, (offer.reference ?? 'NAME').replace('NAME', each)])
  const words = {
    name,
    command: JSON.stringify(stdio.command),
    args: JSON.stringify(stdio.args),
    argv: JSON.stringify([stdio.command, ...stdio.args]),
    names: JSON.stringify(names),
    env: JSON.stringify(Object.fromEntries(env)),
    line: [stdio.command, ...stdio.args].map(quoted).join(' '),
  }
  const merged = Object.entries(offer.merged ?? {}).map(([variable, value]) => [
    variable,
    JSON.parse(fillJson(JSON.stringify(value), words)),
  ])
  return {
    arguments: (offer.arguments ?? []).map((word) => fill(word, words)),
    variables: offer.variables ?? {},
    merged: Object.fromEntries(merged),
  }
}

/** Within JSON a word in braces stands in quotes, and is JSON itself when it is put in, but for `{name}`. */
function fillJson(text: string, { name = '', ...words }: Readonly<Record<string, string>>): string {
  let filled = text.replaceAll('{name}', () => name)
  for (const [word, value] of Object.entries(words)) filled = filled.replaceAll(`"{${word}}"`, () => value)
  return filled
}

/** One pass, so that what is put in is never taken for a place. */
function fill(text: string, words: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (place, word: string) =>
    Object.hasOwn(words, word) ? (words[word] ?? '') : place,
  )
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}

function checkLength(agent: string, prompt: string): void {
  const bytes = Buffer.byteLength(prompt)
  if (bytes < LONGEST_ARGUMENT_BYTES) return
  throw new RunFailure({
    code: 'agent-failed',
    trouble: 'protocol',
    message: `Agent "${agent}" takes its prompt as an argument of at most 128 kB, and this one has ${Math.ceil(bytes / 1024)} kB; lead it over ACP, or give the role another agent.`,
  })
}
