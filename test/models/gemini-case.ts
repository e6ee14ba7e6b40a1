import { append, readFrames, textFields, type WireCase } from './wire-case.ts'

interface Answer {
  readonly candidates: readonly {
    readonly content: {
      readonly parts: readonly {
        readonly text?: string
        readonly functionCall?: { readonly id: string; readonly name: string; readonly args: unknown }
      }[]
    }
  }[]
  readonly usageMetadata: { readonly promptTokenCount: number; readonly candidatesTokenCount: number }
}

export const geminiCase: WireCase = {
  name: 'gemini',
  request: (body, stream) => ({
    path: `/v1beta/models/scripted-model:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    body,
  }),
  begin: (text) => ({
    systemInstruction: { role: 'user', parts: [{ text: 'You are an agent.' }] },
    contents: [{ role: 'user', parts: [{ text }] }],
    tools: [
      {
        functionDeclarations: [
          { name: 'write_file', parametersJsonSchema: textFields('file_path', 'content') },
          { name: 'run_shell_command', parametersJsonSchema: textFields('command') },
          { name: 'mcp_tutti_submit_result', parametersJsonSchema: textFields('status') },
        ],
      },
    ],
  }),
  goOn: (body, { id, tool, input }, result) =>
    append(
      body,
      'contents',
      { role: 'model', parts: [{ functionCall: { id, name: tool, args: input } }] },
      { role: 'user', parts: [{ functionResponse: { id, name: tool, response: { output: result } } }] },
    ),
  sayNext: (body, said, text) =>
    append(body, 'contents', { role: 'model', parts: [{ text: said }] }, { role: 'user', parts: [{ text }] }),
  withoutTools: (body) => ({ ...body, tools: [] }),
  read: (body, stream) => {
    const answers = (stream ? readFrames(body) : [JSON.parse(body)]) as readonly Answer[]
    const parts = answers.flatMap(({ candidates }) => candidates.flatMap(({ content }) => content.parts))
    const call = parts.find((part) => part.functionCall !== undefined)?.functionCall
    const usage = answers.at(-1)?.usageMetadata
    return {
      text: parts.map(({ text }) => text ?? '').join(''),
      call: call === undefined ? null : { id: call.id, tool: call.name, input: call.args },
      usage: { input: usage?.promptTokenCount ?? 0, output: usage?.candidatesTokenCount ?? 0 },
    }
  },
  refusals: [
    [401, 'UNAUTHENTICATED'],
    [402, 'FAILED_PRECONDITION'],
    [403, 'PERMISSION_DENIED'],
    [404, 'NOT_FOUND'],
    [429, 'RESOURCE_EXHAUSTED'],
    [500, 'INTERNAL'],
    [503, 'UNAVAILABLE'],
    [529, 'UNAVAILABLE'],
  ].map(([status, name]) => ({
    status: status as 401,
    headers: {},
    error: { error: { code: status, status: name, details: [{ retryDelay: '30s' }] } },
  })),
}
