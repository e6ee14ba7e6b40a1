import { asList, asRecord, asText, type JsonRecord } from '../../../kernel/untrusted-json.ts'
import type { FaultStatus } from './scenario.ts'
import { textOf } from './text-of.ts'
import { USAGE, type Frame, type Heard, type ModelAnswer, type OfferedTool, type Wire } from './wire.ts'

/** Anthropic's Messages. */
export const anthropicWire: Wire = {
  name: 'anthropic',
  matches: (path) => path.endsWith('/messages'),

  readRequest: (_path, body) => {
    const tools = asList(body['tools']).flatMap(readTool)
    const messages = asList(body['messages']).map(asRecord)
    const format = asRecord(body['output_format'] ?? asRecord(body['output_config'])['format'])
    const choice = asRecord(body['tool_choice'])
    const named = tools.find(({ name }) => choice['type'] === 'tool' && name === choice['name'])
    const only = choice['type'] === 'any' && tools.length === 1 ? tools[0] : undefined
    return {
      model: asText(body['model']) ?? '',
      stream: body['stream'] === true,
      system: [body['system'], ...messages.filter(isSystem).map(({ content }) => content)]
        .map(textOf)
        .join('\n'),
      heard: messages.filter((message) => !isSystem(message)).flatMap(readMessage),
      tools,
      forced: named ?? only ?? null,
      schema: format['type'] === 'json_schema' ? asRecord(format['schema']) : null,
    }
  },

  whole: (answer, { model }, serial) => ({
    ...envelope(model, serial),
    content: [blockOf(answer)],
    stop_reason: stopOf(answer),
    usage: { input_tokens: USAGE.input, output_tokens: USAGE.output },
  }),

  frames: (answer, { model }, serial) => {
    const block = blockOf(answer)
    const start = 'say' in answer ? { ...block, text: '' } : { ...block, input: {} }
    const delta =
      'say' in answer
        ? { type: 'text_delta', text: answer.say }
        : { type: 'input_json_delta', partial_json: JSON.stringify(inputOf(answer)) }
    const message = { ...envelope(model, serial), content: [], stop_reason: null }
    return [
      frame('message_start', {
        message: { ...message, usage: { input_tokens: USAGE.input, output_tokens: 1 } },
      }),
      frame('content_block_start', { index: 0, content_block: start }),
      frame('ping', {}),
      frame('content_block_delta', { index: 0, delta }),
      frame('content_block_stop', { index: 0 }),
      frame('message_delta', {
        delta: { stop_reason: stopOf(answer), stop_sequence: null },
        usage: { output_tokens: USAGE.output },
      }),
      frame('message_stop', {}),
    ]
  },

  refuse: ({ status, message, retryAfterSeconds, resetsAt }) => ({
    headers: {
      'request-id': 'req_scripted',
      ...(retryAfterSeconds === null ? {} : { 'retry-after': String(retryAfterSeconds) }),
      ...(resetsAt === null
        ? {}
        : {
            'anthropic-ratelimit-requests-limit': '60',
            'anthropic-ratelimit-requests-remaining': '0',
            'anthropic-ratelimit-requests-reset': resetsAt.toISOString(),
          }),
    },
    body: { type: 'error', error: { type: ERRORS[status], message }, request_id: 'req_scripted' },
  }),
}

const ERRORS: Readonly<Record<FaultStatus, string>> = {
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  500: 'api_error',
  503: 'api_error',
  529: 'overloaded_error',
}

/** What the model is told beforehand may also stand between the messages. */
function isSystem({ role }: JsonRecord): boolean {
  return role === 'system'
}

function readTool(value: unknown): readonly OfferedTool[] {
  const tool = asRecord(value)
  const name = asText(tool['name'])
  return name === null ? [] : [{ name, group: null, plain: false, schema: asRecord(tool['input_schema']) }]
}

function readMessage(message: JsonRecord): readonly Heard[] {
  const { content, role } = message
  const blocks = asText(content) === null ? asList(content).map(asRecord) : [{ type: 'text', text: content }]
  if (role === 'assistant') {
    const calls = blocks.filter(({ type }) => type === 'tool_use')
    if (calls.length === 0) return [{ by: 'model', call: null }]
    return calls.map(({ id, name }) => ({
      by: 'model',
      call: { id: asText(id) ?? '', tool: asText(name) ?? '' },
    }))
  }
  return blocks.flatMap((block): readonly Heard[] => {
    if (block['type'] === 'tool_result') {
      return [
        { by: 'tool', id: asText(block['tool_use_id']) ?? '', tool: null, text: textOf(block['content']) },
      ]
    }
    return block['type'] === 'text' ? [{ by: 'user', text: asText(block['text']) ?? '' }] : []
  })
}

function inputOf(answer: Exclude<ModelAnswer, { readonly say: string }>): JsonRecord {
  return typeof answer.input === 'string' ? { input: answer.input } : answer.input
}

function blockOf(answer: ModelAnswer): object {
  if ('say' in answer) return { type: 'text', text: answer.say }
  return { type: 'tool_use', id: answer.id, name: answer.call.name, input: inputOf(answer) }
}

function stopOf(answer: ModelAnswer): string {
  return 'say' in answer ? 'end_turn' : 'tool_use'
}

function envelope(model: string, serial: number): object {
  return { id: `msg_${serial}`, type: 'message', role: 'assistant', model, stop_sequence: null }
}

function frame(type: string, data: object): Frame {
  return { event: type, data: { type, ...data } }
}
