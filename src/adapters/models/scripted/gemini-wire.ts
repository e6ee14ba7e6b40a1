import { asList, asRecord, asText, type JsonRecord } from '../../../kernel/untrusted-json.ts'
import type { FaultStatus } from './scenario.ts'
import { textOf } from './text-of.ts'
import { USAGE, type Frame, type Heard, type ModelAnswer, type OfferedTool, type Wire } from './wire.ts'

/** Google's Gemini. */
export const geminiWire: Wire = {
  name: 'gemini',
  matches: (path) => /:(generateContent|streamGenerateContent)$/.test(path),

  readRequest: (path, body) => {
    const tools = asList(body['tools']).flatMap((group) =>
      asList(asRecord(group)['functionDeclarations']).flatMap(readTool),
    )
    const calling = asRecord(asRecord(body['toolConfig'])['functionCallingConfig'])
    const allowed = asList(calling['allowedFunctionNames'])
    const choice = allowed.length === 1 ? allowed[0] : tools.length === 1 ? tools[0]?.name : undefined
    const asked = asRecord(body['generationConfig'])
    return {
      model: /models\/([^:/]+):/.exec(path)?.[1] ?? '',
      stream: path.includes(':streamGenerateContent'),
      system: textOf(asRecord(body['systemInstruction'])['parts']),
      heard: asList(body['contents']).flatMap((content) => readContent(asRecord(content))),
      tools,
      forced: calling['mode'] === 'ANY' ? (tools.find(({ name }) => name === choice) ?? null) : null,
      schema:
        asked['responseMimeType'] === 'application/json'
          ? asRecord(asked['responseJsonSchema'] ?? asked['responseSchema'])
          : null,
    }
  },

  whole: (answer, { model }, serial) => responseOf([partOf(answer)], model, serial, 'STOP'),

  frames: (answer, { model }, serial): readonly Frame[] => [
    { data: responseOf([partOf(answer)], model, serial, null) },
    { data: responseOf([{ text: '' }], model, serial, 'STOP') },
  ],

  refuse: ({ status, message, retryAfterSeconds }) => {
    const wait = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${retryAfterSeconds}s` }
    return {
      headers: retryAfterSeconds === null ? {} : { 'retry-after': String(retryAfterSeconds) },
      body: {
        error: {
          code: status,
          message,
          status: ERRORS[status],
          details: retryAfterSeconds === null ? [] : [wait],
        },
      },
    }
  },
}

const ERRORS: Readonly<Record<FaultStatus, string>> = {
  401: 'UNAUTHENTICATED',
  402: 'FAILED_PRECONDITION',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
  529: 'UNAVAILABLE',
}

function readTool(value: unknown): readonly OfferedTool[] {
  const tool = asRecord(value)
  const name = asText(tool['name'])
  const schema = asRecord(tool['parametersJsonSchema'] ?? tool['parameters'])
  return name === null ? [] : [{ name, group: null, plain: false, schema }]
}

function readContent(content: JsonRecord): readonly Heard[] {
  const parts = asList(content['parts']).map(asRecord)
  if (content['role'] === 'model') {
    const calls = parts.filter((part) => part['functionCall'] !== undefined)
    if (calls.length === 0) return [{ by: 'model', call: null }]
    return calls.map((part) => {
      const call = asRecord(part['functionCall'])
      return { by: 'model', call: { id: asText(call['id']) ?? '', tool: asText(call['name']) ?? '' } }
    })
  }
  return parts.flatMap((part): readonly Heard[] => {
    const result = asRecord(part['functionResponse'])
    const tool = asText(result['name'])
    if (tool !== null) {
      const text = JSON.stringify(result['response'] ?? '')
      return [{ by: 'tool', id: asText(result['id']) ?? '', tool, text }]
    }
    const text = asText(part['text'])
    return text === null ? [] : [{ by: 'user', text }]
  })
}

function partOf(answer: ModelAnswer): object {
  if ('say' in answer) return { text: answer.say }
  const args = typeof answer.input === 'string' ? { input: answer.input } : answer.input
  return { functionCall: { id: answer.id, name: answer.call.name, args } }
}

function responseOf(
  parts: readonly object[],
  model: string,
  serial: number,
  finishReason: string | null,
): object {
  return {
    candidates: [
      { content: { role: 'model', parts }, index: 0, ...(finishReason === null ? {} : { finishReason }) },
    ],
    usageMetadata: {
      promptTokenCount: USAGE.input,
      candidatesTokenCount: USAGE.output,
      totalTokenCount: USAGE.input + USAGE.output,
    },
    modelVersion: model,
    responseId: `response-${serial}`,
  }
}
