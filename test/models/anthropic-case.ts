import { append, readFrames, textFields, type WireCase } from './wire-case.ts'

interface Block {
  readonly type: string
  readonly text?: string
  readonly id?: string
  readonly name?: string
  readonly input?: unknown
  readonly partial_json?: string
}

interface Usage {
  readonly input_tokens?: number
  readonly output_tokens: number
}

interface Event {
  readonly message?: { readonly usage: Usage }
  readonly content_block?: Block
  readonly delta?: Block
  readonly usage?: Usage
}

export const anthropicCase: WireCase = {
  name: 'anthropic',
  request: (body, stream) => ({ path: '/v1/messages?beta=true', body: { ...body, stream } }),
  begin: (text) => ({
    model: 'scripted-model',
    system: [{ type: 'text', text: 'You are an agent.' }],
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: '<system-reminder>Today is Monday.</system-reminder>' },
          { type: 'text', text },
        ],
      },
    ],
    tools: [
      { name: 'Write', input_schema: textFields('file_path', 'content') },
      { name: 'Bash', input_schema: textFields('command', 'description') },
      { name: 'mcp__tutti__submit_result', input_schema: textFields('status') },
    ],
  }),
  goOn: (body, { id, tool, input }, result) =>
    append(
      body,
      'messages',
      { role: 'assistant', content: [{ type: 'tool_use', id, name: tool, input }] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: id, content: result },
          { type: 'text', text: '<system-reminder>Use your todo list.</system-reminder>' },
        ],
      },
    ),
  sayNext: (body, said, text) =>
    append(
      body,
      'messages',
      { role: 'assistant', content: [{ type: 'text', text: said }] },
      { role: 'user', content: text },
    ),
  withoutTools: (body) => ({ ...body, tools: [] }),
  read: (body, stream) => {
    const { block, usage } = stream ? gather(readFrames(body) as readonly Event[]) : whole(body)
    return {
      text: block.text ?? '',
      call:
        block.type === 'tool_use' ? { id: block.id ?? '', tool: block.name ?? '', input: block.input } : null,
      usage: { input: usage.input_tokens ?? 0, output: usage.output_tokens },
    }
  },
  refusals: [
    [401, 'authentication_error'],
    [402, 'billing_error'],
    [403, 'permission_error'],
    [404, 'not_found_error'],
    [429, 'rate_limit_error'],
    [500, 'api_error'],
    [503, 'api_error'],
    [529, 'overloaded_error'],
  ].map(([status, type]) => ({
    status: status as 401,
    headers: { 'anthropic-ratelimit-requests-reset': /^\d{4}-\d\d-\d\dT[\d:.]+Z$/ },
    error: { type: 'error', error: { type } },
  })),
}

function whole(body: string): { readonly block: Block; readonly usage: Usage } {
  const { content, usage } = JSON.parse(body) as { content: readonly Block[]; usage: Usage }
  return { block: content[0] ?? { type: 'none' }, usage }
}

function gather(events: readonly Event[]): { readonly block: Block; readonly usage: Usage } {
  const block = events.find((event) => event.content_block !== undefined)?.content_block ?? { type: 'none' }
  const deltas = events.flatMap(({ delta }) => delta ?? [])
  const written = deltas.map(({ partial_json }) => partial_json ?? '').join('')
  const start = events.find((event) => event.message !== undefined)?.message?.usage
  const end = events.findLast((event) => event.usage !== undefined)?.usage
  return {
    block:
      block.type === 'tool_use'
        ? { ...block, input: JSON.parse(written) }
        : { ...block, text: deltas.map(({ text }) => text ?? '').join('') },
    usage: { input_tokens: start?.input_tokens ?? 0, output_tokens: end?.output_tokens ?? 0 },
  }
}
