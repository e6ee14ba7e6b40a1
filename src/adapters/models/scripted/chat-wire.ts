import { asList, asRecord, asText, type JsonRecord } from '../../../kernel/untrusted-json.ts'
import { refuseAsOpenai } from './openai-error.ts'
import { textOf } from './text-of.ts'
import { USAGE, type Frame, type Heard, type ModelAnswer, type OfferedTool, type Wire } from './wire.ts'

/** OpenAI's Chat Completions, which most agents and most other servers talk. */
export const chatWire: Wire = {
  name: 'openai-chat',
  matches: (path) => path.endsWith('/chat/completions'),

  readRequest: (_path, body) => {
    const tools = asList(body['tools']).flatMap(readTool)
    const messages = asList(body['messages']).map(asRecord)
    const isSystem = ({ role }: JsonRecord): boolean => role === 'system' || role === 'developer'
    const format = asRecord(body['response_format'])
    return {
      model: asText(body['model']) ?? '',
      stream: body['stream'] === true,
      system: messages
        .filter(isSystem)
        .map(({ content }) => textOf(content))
        .join('\n'),
      heard: messages.filter((message) => !isSystem(message)).flatMap(readMessage),
      tools,
      forced: readForced(body['tool_choice'], tools),
      schema: format['type'] === 'json_schema' ? asRecord(asRecord(format['json_schema'])['schema']) : null,
    }
  },

  whole: (answer, { model }, serial) => ({
    ...envelope(model, serial, 'chat.completion'),
    choices: [
      { index: 0, message: { role: 'assistant', ...messageOf(answer) }, finish_reason: finishOf(answer) },
    ],
    usage: usage(),
  }),

  frames: (answer, { model }, serial) => {
    const chunk = (delta: object, finish: string | null): Frame => ({
      data: {
        ...envelope(model, serial, 'chat.completion.chunk'),
        choices: [{ index: 0, delta, finish_reason: finish }],
      },
    })
    return [
      chunk({ role: 'assistant', content: '' }, null),
      chunk(messageOf(answer), null),
      chunk({}, finishOf(answer)),
      { data: { ...envelope(model, serial, 'chat.completion.chunk'), choices: [], usage: usage() } },
      { data: '[DONE]' },
    ]
  },

  refuse: refuseAsOpenai,
}

function readTool(value: unknown): readonly OfferedTool[] {
  const tool = asRecord(asRecord(value)['function'])
  const name = asText(tool['name'])
  return name === null ? [] : [{ name, group: null, plain: false, schema: asRecord(tool['parameters']) }]
}

function readMessage(message: JsonRecord): readonly Heard[] {
  const text = textOf(message['content'])
  if (message['role'] === 'user') return [{ by: 'user', text }]
  if (message['role'] === 'tool') {
    return [{ by: 'tool', id: asText(message['tool_call_id']) ?? '', tool: asText(message['name']), text }]
  }
  const calls = asList(message['tool_calls']).map(asRecord)
  if (calls.length === 0) return [{ by: 'model', call: null }]
  return calls.map((call) => ({
    by: 'model',
    call: { id: asText(call['id']) ?? '', tool: asText(asRecord(call['function'])['name']) ?? '' },
  }))
}

function readForced(choice: unknown, tools: readonly OfferedTool[]): OfferedTool | null {
  const name = asText(asRecord(asRecord(choice)['function'])['name'])
  if (name !== null) return tools.find((tool) => tool.name === name) ?? null
  return choice === 'required' && tools.length === 1 ? (tools[0] ?? null) : null
}

function messageOf(answer: ModelAnswer): object {
  if ('say' in answer) return { content: answer.say }
  const input = typeof answer.input === 'string' ? { input: answer.input } : answer.input
  const call = { name: answer.call.name, arguments: JSON.stringify(input) }
  return { tool_calls: [{ index: 0, id: answer.id, type: 'function', function: call }] }
}

function finishOf(answer: ModelAnswer): string {
  return 'say' in answer ? 'stop' : 'tool_calls'
}

function envelope(model: string, serial: number, object: string): object {
  return { id: `chatcmpl-${serial}`, object, created: 1, model }
}

function usage(): object {
  return {
    prompt_tokens: USAGE.input,
    completion_tokens: USAGE.output,
    total_tokens: USAGE.input + USAGE.output,
  }
}
