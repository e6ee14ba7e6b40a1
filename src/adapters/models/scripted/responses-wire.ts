import { asList, asRecord, asText, type JsonRecord } from '../../../kernel/untrusted-json.ts'
import { refuseAsOpenai } from './openai-error.ts'
import { textOf } from './text-of.ts'
import { USAGE, type Frame, type Heard, type ModelAnswer, type OfferedTool, type Wire } from './wire.ts'

/** OpenAI's Responses. */
export const responsesWire: Wire = {
  name: 'openai-responses',
  matches: (path) => path.endsWith('/responses'),

  readRequest: (_path, body) => {
    const input = asText(body['input'])
    const items =
      input === null ? asList(body['input']).map(asRecord) : [{ role: 'user', content: input } as JsonRecord]
    const more = items.flatMap((item) => (item['type'] === 'additional_tools' ? asList(item['tools']) : []))
    const tools = [...asList(body['tools']), ...more].flatMap((tool) => readTool(asRecord(tool), null))
    const told = items.filter(isSystem).map(({ content }) => textOf(content))
    const format = asRecord(asRecord(body['text'])['format'])
    return {
      model: asText(body['model']) ?? '',
      stream: body['stream'] === true,
      system: [asText(body['instructions']) ?? '', ...told].join('\n'),
      heard: items.filter((item) => !isSystem(item)).flatMap(readItem),
      tools,
      forced: readForced(body['tool_choice'], tools),
      schema: format['type'] === 'json_schema' ? asRecord(format['schema']) : null,
    }
  },

  whole: (answer, { model }, serial) => responseOf(model, serial, [itemOf(answer, serial, 'whole')]),

  frames: (answer, { model }, serial) => {
    const item = itemOf(answer, serial, 'whole')
    const events: readonly Event[] = [
      { type: 'response.created', response: { ...responseOf(model, serial, []), status: 'in_progress' } },
      { type: 'response.output_item.added', output_index: 0, item: itemOf(answer, serial, 'empty') },
      ...deltasOf(answer, { item_id: itemId(serial), output_index: 0 }),
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: responseOf(model, serial, [item]) },
    ]
    return events.map((event, index): Frame => ({
      event: event.type,
      data: { ...event, sequence_number: index },
    }))
  },

  refuse: refuseAsOpenai,
}

interface Event {
  readonly type: string
  readonly [field: string]: unknown
}

function isSystem({ role }: JsonRecord): boolean {
  return role === 'system' || role === 'developer'
}

/** Tools may stand in groups; a tool without parameters of its own takes plain text. */
function readTool(tool: JsonRecord, group: string | null): readonly OfferedTool[] {
  const name = asText(tool['name'])
  if (tool['type'] === 'namespace') {
    return asList(tool['tools']).flatMap((inner) => readTool(asRecord(inner), name))
  }
  const kind = asText(tool['type']) ?? ''
  if (kind === 'function' || kind === 'custom') {
    if (name === null) return []
    return [{ name, group, plain: kind === 'custom', schema: asRecord(tool['parameters']) }]
  }
  return kind === 'tool_search'
    ? [{ name: kind, group, plain: false, schema: asRecord(tool['parameters']) }]
    : []
}

function readItem(item: JsonRecord): readonly Heard[] {
  const kind = asText(item['type']) ?? 'message'
  const id = asText(item['call_id']) ?? ''
  if (kind.endsWith('_call')) {
    return [{ by: 'model', call: { id, tool: asText(item['name']) ?? kind.replace(/_call$/, '') } }]
  }
  if (kind.endsWith('_output')) {
    return [{ by: 'tool', id, tool: null, text: textOf(item['output']) }]
  }
  if (kind !== 'message') return []
  if (item['role'] === 'user') return [{ by: 'user', text: textOf(item['content']) }]
  return [{ by: 'model', call: null }]
}

function readForced(choice: unknown, tools: readonly OfferedTool[]): OfferedTool | null {
  const name = asText(asRecord(choice)['name'])
  if (name !== null) return tools.find((tool) => tool.name === name) ?? null
  return choice === 'required' && tools.length === 1 ? (tools[0] ?? null) : null
}

function itemId(serial: number): string {
  return `item_${serial}`
}

/** The one thing that an answer consists of, or what stands for it before its words arrive. */
function itemOf(answer: ModelAnswer, serial: number, part: 'whole' | 'empty'): object {
  const common = { id: itemId(serial), status: part === 'whole' ? 'completed' : 'in_progress' }
  if ('say' in answer) {
    const content = part === 'whole' ? [{ type: 'output_text', text: answer.say, annotations: [] }] : []
    return { type: 'message', role: 'assistant', content, ...common }
  }
  const { call, id, input } = answer
  if (call.name === 'tool_search') {
    return { type: 'tool_search_call', call_id: id, execution: 'client', arguments: input, ...common }
  }
  const named = {
    call_id: id,
    name: call.name,
    ...(call.group === null ? {} : { namespace: call.group }),
    ...common,
  }
  const words = part === 'whole' ? wordsOf(answer) : ''
  return call.plain
    ? { type: 'custom_tool_call', input: words, ...named }
    : { type: 'function_call', arguments: words, ...named }
}

function deltasOf(answer: ModelAnswer, at: object): readonly Event[] {
  const words = wordsOf(answer)
  if ('say' in answer) {
    const place = { ...at, content_index: 0 }
    const done = { type: 'output_text', text: words, annotations: [] }
    return [
      { type: 'response.content_part.added', ...place, part: { ...done, text: '' } },
      { type: 'response.output_text.delta', ...place, delta: words },
      { type: 'response.output_text.done', ...place, text: words },
      { type: 'response.content_part.done', ...place, part: done },
    ]
  }
  if (answer.call.name === 'tool_search') return []
  const kind = answer.call.plain ? 'custom_tool_call_input' : 'function_call_arguments'
  return [
    { type: `response.${kind}.delta`, ...at, delta: words },
    { type: `response.${kind}.done`, ...at, [answer.call.plain ? 'input' : 'arguments']: words },
  ]
}

function wordsOf(answer: ModelAnswer): string {
  if ('say' in answer) return answer.say
  return typeof answer.input === 'string' ? answer.input : JSON.stringify(answer.input)
}

function responseOf(model: string, serial: number, output: readonly object[]): object {
  const usage = {
    input_tokens: USAGE.input,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: USAGE.output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: USAGE.input + USAGE.output,
  }
  return {
    id: `resp_${serial}`,
    object: 'response',
    created_at: 1,
    status: 'completed',
    model,
    output,
    usage,
  }
}
