import { afterEach, describe, expect, it } from 'vitest'
import type { ScriptedStep } from '../../src/adapters/models/scripted/scenario.ts'
import { startScriptedModel, type ScriptedModel } from '../../src/adapters/models/scripted/scripted-model.ts'
import type { JsonRecord } from '../../src/kernel/untrusted-json.ts'
import { anthropicCase } from './anthropic-case.ts'
import { geminiCase } from './gemini-case.ts'
import { chatCase, responsesCase } from './openai-cases.ts'
import { readFrames, type Said } from './wire-case.ts'

const STEPS: readonly ScriptedStep[] = [
  { do: 'write', path: 'hello.txt', text: 'hello\n' },
  { do: 'run', command: 'cp hello.txt copy.txt' },
  { do: 'call', tool: 'submit_result', input: { status: 'completed' } },
  { do: 'say', text: '{"status":"ok"}' },
]
const CALLS = [
  { tool: /write/i, input: { content: 'hello\n' } },
  { tool: /run|shell|exec|bash/i, input: { command: 'cp hello.txt copy.txt' } },
  { tool: /submit_result$/, input: { status: 'completed' } },
]

let model: ScriptedModel
afterEach(() => model.close())

describe.each([chatCase, responsesCase, anthropicCase, geminiCase])('$name', (wire) => {
  const ask = async (body: JsonRecord, stream: boolean): Promise<Response> => {
    const { path, body: whole } = wire.request(body, stream)
    return fetch(`${model.url}${path}`, { method: 'POST', body: JSON.stringify(whole) })
  }

  const hear = async (body: JsonRecord, stream: boolean): Promise<Said> =>
    wire.read(await (await ask(body, stream)).text(), stream)

  it.each([false, true])('plays a whole turn, streamed: %s', async (stream) => {
    model = await startScriptedModel({ scenario: { scenes: [{ when: '^GO$', steps: STEPS }] } })
    let body = wire.begin('GO')
    for (const [index, wanted] of CALLS.entries()) {
      const said = await hear(body, stream)
      expect(said.call?.tool).toMatch(wanted.tool)
      expect(said.call?.input).toMatchObject(wanted.input)
      expect(said.usage).toEqual({ input: 100, output: 20 })
      body = wire.goOn(body, said.call ?? { id: '', tool: '', input: {} }, `result ${index}`)
    }
    const last = await hear(body, stream)
    expect(last).toEqual({ text: '{"status":"ok"}', call: null, usage: { input: 100, output: 20 } })
    expect(model.requests()).toEqual(
      [0, 1, 2, 3].map((step) => ({ wire: wire.name, model: 'scripted-model', said: 'GO', step })),
    )
    expect(model.answered()).toBe(4)
  })

  it('begins again with the next turn of a conversation', async () => {
    model = await startScriptedModel({
      scenario: {
        scenes: [
          { when: 'AGAIN', steps: [{ do: 'say', text: 'again' }] },
          { when: 'GO', steps: [{ do: 'say', text: 'gone' }] },
        ],
      },
    })
    const first = wire.begin('GO')
    expect(await hear(first, false)).toMatchObject({ text: 'gone' })
    const second = wire.sayNext(first, 'gone', 'AGAIN')
    expect(await hear(second, false)).toMatchObject({ text: 'again' })
    expect(model.requests().map(({ said }) => said)).toEqual(['GO', 'AGAIN'])
  })

  it('answers a request without tools by itself', async () => {
    model = await startScriptedModel({ scenario: { scenes: [{ steps: STEPS }] } })
    const answer = await hear(wire.withoutTools(wire.begin('GO')), false)
    expect(answer).toMatchObject({ text: 'A title', call: null })
    expect(model.answered()).toBe(0)
  })

  it.each(wire.refusals)('refuses with $status as its service does', async ({ status, headers, error }) => {
    const fault = { kind: 'status', status, retryAfterSeconds: 30 } as const
    model = await startScriptedModel({ scenario: { scenes: [{ steps: [{ do: 'fault', fault }] }] } })
    const response = await ask(wire.begin('GO'), true)
    expect(response.status).toBe(status)
    expect(response.headers.get('retry-after')).toBe('30')
    for (const [name, value] of Object.entries(headers)) expect(response.headers.get(name)).toMatch(value)
    expect(await response.json()).toMatchObject(error)
  })

  it('cuts its stream in the middle', async () => {
    model = await startScriptedModel({
      scenario: { scenes: [{ steps: [{ do: 'fault', fault: { kind: 'cut-stream' } }] }] },
    })
    const response = await ask(wire.begin('GO'), true)
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow('terminated')
    const whole = await ask(wire.begin('GO'), false)
    await expect(whole.text()).rejects.toThrow('terminated')
  })

  it('sends what no reader takes', async () => {
    model = await startScriptedModel({
      scenario: { scenes: [{ steps: [{ do: 'fault', fault: { kind: 'garbage' } }] }] },
    })
    const streamed = await (await ask(wire.begin('GO'), true)).text()
    expect(() => readFrames(streamed)).toThrow('JSON')
    await expect((await ask(wire.begin('GO'), false)).json()).rejects.toThrow('JSON')
  })
})
