import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** What the model does next: a tool call in the words of whichever agent asks, or its last words. */
export type ModelStep =
  | { readonly do: 'write'; readonly path: string; readonly text: string }
  | { readonly do: 'run'; readonly command: string }
  /** A tool of a server that the agent was given, whatever the agent has put before its name. */
  | { readonly do: 'call'; readonly tool: string; readonly input: object }
  | { readonly do: 'say'; readonly text: string }

export interface ScriptedModel {
  /** Without a path: the agent adds `/v1/…`. */
  readonly url: string
  /** How many requests the steps have answered, titles and other asides left out. */
  readonly answered: () => number
  readonly close: () => Promise<void>
}

interface ChatRequest {
  readonly stream?: boolean
  readonly messages: readonly ChatMessage[]
  readonly tools?: readonly Tool[]
}

interface ChatMessage {
  readonly role: string
  readonly content?: unknown
  readonly tool_calls?: readonly object[] | null
}

interface Tool {
  readonly function: {
    readonly name: string
    readonly parameters?: { readonly properties?: Readonly<Record<string, unknown>> }
  }
}

/**
 * An OpenAI chat server on loopback whose answers are written down beforehand. It keeps no state: which step
 * comes next is the number of tool results in the turn so far. The steps may depend on what the user said.
 */
export async function startScriptedModel(
  script: readonly ModelStep[] | ((said: string) => readonly ModelStep[]),
): Promise<ScriptedModel> {
  let answered = 0
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'POST') return sendJson(response, { object: 'list', data: [{ id: MODEL }] })
    const chat = (await json(request)) as ChatRequest
    const tools = chat.tools ?? []
    if (tools.length === 0) return sendAnswer(response, chat, { content: 'A title' })
    answered++
    const done = resultsInTurn(chat)
    const steps = typeof script === 'function' ? script(saidByUser(chat)) : script
    const step = steps[done] ?? { do: 'say', text: 'Nothing is left to do.' }
    const message = step.do === 'say' ? { content: step.text } : callTool(step, tools, `call_${done}`)
    return sendAnswer(response, chat, message)
  }
  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answered: () => answered,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const MODEL = 'scripted-model'
const TOOLS = {
  write: ['write', 'write_file', 'create', 'Write', 'Create'],
  run: ['shell', 'bash', 'run_terminal_command', 'run_shell_command', 'Bash', 'Execute'],
}
const ARGUMENTS = {
  path: ['path', 'file_path', 'filePath'],
  text: ['content', 'file_text', 'text'],
  command: ['command', 'cmd'],
}

interface Message {
  readonly content?: string
  readonly tool_calls?: readonly object[]
}

function callTool(step: Exclude<ModelStep, { do: 'say' }>, tools: readonly Tool[], id: string): Message {
  const offered = tools.map((tool) => tool.function)
  const names = step.do === 'call' ? [step.tool] : TOOLS[step.do]
  const tool = offered.find(({ name }) => names.includes(name.split('__').at(-1) ?? name))
  if (tool === undefined) {
    return { content: `No tool to ${step.do} among ${offered.map(({ name }) => name).join(', ')}` }
  }
  const properties = Object.keys(tool.parameters?.properties ?? {})
  const named = (names: readonly string[]): string => names.find((name) => properties.includes(name)) ?? ''
  const values =
    step.do === 'call'
      ? step.input
      : step.do === 'write'
        ? { [named(ARGUMENTS.path)]: step.path, [named(ARGUMENTS.text)]: step.text }
        : { [named(ARGUMENTS.command)]: step.command }
  const call = { name: tool.name, arguments: JSON.stringify(values) }
  return { tool_calls: [{ index: 0, id, type: 'function', function: call }] }
}

/** Counted from the end of the turn before: agents put user messages of their own between tool results. */
function resultsInTurn({ messages }: ChatRequest): number {
  const before = messages.findLastIndex(({ role, tool_calls }) => role === 'assistant' && !tool_calls?.length)
  return messages.slice(before + 1).filter(({ role }) => role === 'tool').length
}

function saidByUser({ messages }: ChatRequest): string {
  return messages
    .flatMap(({ role, content }) => (role === 'user' ? [JSON.stringify(content)] : []))
    .join('\n')
}

function sendAnswer(response: ServerResponse, chat: ChatRequest, message: Message): void {
  const finish = message.tool_calls === undefined ? 'stop' : 'tool_calls'
  const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }
  const envelope = { id: 'chat-1', created: 1, model: MODEL }
  if (chat.stream !== true) {
    const choices = [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }]
    return sendJson(response, { ...envelope, object: 'chat.completion', choices, usage })
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (choices: readonly object[], more: object = {}): void => {
    const chunk = { ...envelope, object: 'chat.completion.chunk', choices, ...more }
    response.write(`data: ${JSON.stringify(chunk)}\n\n`)
  }
  send([{ index: 0, delta: { role: 'assistant', ...message }, finish_reason: null }])
  send([{ index: 0, delta: {}, finish_reason: finish }])
  send([], { usage })
  response.end('data: [DONE]\n\n')
}

function sendJson(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
