import { append, readFrames, textFields, type Said, type WireCase } from './wire-case.ts'

const TOOLS = [
  ['developer__write', textFields('path', 'content')],
  ['developer__shell', textFields('command')],
  ['tutti__submit_result', textFields('status')],
] as const

const refusals: WireCase['refusals'] = [
  { status: 401, headers: {}, error: { error: { code: 'invalid_api_key', param: null } } },
  { status: 402, headers: {}, error: { error: { type: 'insufficient_quota' } } },
  { status: 403, headers: {}, error: { error: { type: 'invalid_request_error' } } },
  { status: 404, headers: {}, error: { error: { code: 'model_not_found' } } },
  {
    status: 429,
    headers: { 'x-ratelimit-reset-requests': /^30s$/, 'x-ratelimit-remaining-requests': /^0$/ },
    error: {
      error: {
        code: 'rate_limit_exceeded',
        message: 'Rate limit reached. Please try again in 30s.',
      },
    },
  },
  { status: 500, headers: {}, error: { error: { type: 'server_error' } } },
  { status: 503, headers: {}, error: { error: { code: 'server_overloaded' } } },
  { status: 529, headers: {}, error: { error: { type: 'overloaded_error' } } },
]

interface ChatMessage {
  readonly content?: string
  readonly tool_calls?: readonly {
    readonly id: string
    readonly function: { readonly name: string; readonly arguments: string }
  }[]
}

interface ChatAnswer {
  readonly choices: readonly { readonly message?: ChatMessage; readonly delta?: ChatMessage }[]
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number }
}

export const chatCase: WireCase = {
  name: 'openai-chat',
  request: (body, stream) => ({ path: '/v1/chat/completions', body: { ...body, stream } }),
  begin: (text) => ({
    model: 'scripted-model',
    messages: [
      { role: 'system', content: 'You are an agent.' },
      { role: 'user', content: text },
    ],
    tools: TOOLS.map(([name, parameters]) => ({ type: 'function', function: { name, parameters } })),
  }),
  goOn: (body, { id, tool, input }, result) =>
    append(
      body,
      'messages',
      {
        role: 'assistant',
        tool_calls: [{ id, type: 'function', function: { name: tool, arguments: JSON.stringify(input) } }],
      },
      { role: 'tool', tool_call_id: id, content: result },
      { role: 'user', content: '<info-msg>It is late.</info-msg>' },
    ),
  sayNext: (body, said, text) =>
    append(body, 'messages', { role: 'assistant', content: said }, { role: 'user', content: text }),
  withoutTools: (body) => ({ ...body, tools: [] }),
  read: (body, stream) => {
    const parts = (stream ? readFrames(body) : [JSON.parse(body)]) as readonly ChatAnswer[]
    const messages = parts.flatMap(({ choices }) =>
      choices.map(({ message, delta }) => message ?? delta ?? {}),
    )
    const call = messages.flatMap(({ tool_calls }) => tool_calls ?? [])[0]
    const usage = parts.findLast((part) => part.usage !== undefined)?.usage
    return {
      text: messages.map(({ content }) => content ?? '').join(''),
      call:
        call === undefined
          ? null
          : { id: call.id, tool: call.function.name, input: JSON.parse(call.function.arguments) },
      usage: { input: usage?.prompt_tokens ?? 0, output: usage?.completion_tokens ?? 0 },
    }
  },
  refusals,
}

interface ResponseItem {
  readonly type: string
  readonly content?: readonly { readonly text: string }[]
  readonly call_id?: string
  readonly name?: string
  readonly arguments?: string
}

interface ResponseAnswer {
  readonly output: readonly ResponseItem[]
  readonly usage: { readonly input_tokens: number; readonly output_tokens: number }
}

export const responsesCase: WireCase = {
  name: 'openai-responses',
  request: (body, stream) => ({ path: '/v1/responses', body: { ...body, stream } }),
  begin: (text) => ({
    model: 'scripted-model',
    instructions: 'You are an agent.',
    input: [
      { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'Be brief.' }] },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
    ],
    tools: TOOLS.map(([name, parameters]) => ({ type: 'function', name, parameters })),
  }),
  goOn: (body, { id, tool, input }, result) =>
    append(
      body,
      'input',
      { type: 'function_call', call_id: id, name: tool, arguments: JSON.stringify(input) },
      { type: 'function_call_output', call_id: id, output: result },
    ),
  sayNext: (body, said, text) =>
    append(
      body,
      'input',
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: said }] },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
    ),
  withoutTools: (body) => ({ ...body, tools: [] }),
  read: (body, stream) => readResponse(stream ? completed(body) : (JSON.parse(body) as ResponseAnswer)),
  refusals,
}

/** The whole answer stands in the last event; the ones before have to say the same. */
function completed(body: string): ResponseAnswer {
  const frames = readFrames(body)
  const types = frames.map(({ type }) => String(type))
  const last = frames.at(-1) as unknown as { readonly response: ResponseAnswer }
  const words = frames
    .filter(({ type }) => String(type).endsWith('.delta'))
    .map(({ delta }) => String(delta))
    .join('')
  const { text, call } = readResponse(last.response)
  const whole = call === null ? text : JSON.stringify(call.input)
  if (types[0] !== 'response.created' || types.at(-1) !== 'response.completed' || words !== whole) {
    throw new Error(`A stream of another shape: ${types.join(', ')}`)
  }
  return last.response
}

function readResponse({ output, usage }: ResponseAnswer): Said {
  const [item] = output
  return {
    text: item?.content?.[0]?.text ?? '',
    call:
      item?.type === 'function_call'
        ? { id: item.call_id ?? '', tool: item.name ?? '', input: JSON.parse(item.arguments ?? '') }
        : null,
    usage: { input: usage.input_tokens, output: usage.output_tokens },
  }
}
