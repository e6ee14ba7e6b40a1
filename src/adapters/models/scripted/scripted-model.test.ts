import { afterEach, describe, expect, it } from 'vitest'
import type { Scenario, ScriptedStep } from './scenario.ts'
import { startScriptedModel, type ScriptedModel } from './scripted-model.ts'

let model: ScriptedModel
afterEach(() => model.close())

const SHELL = {
  type: 'function',
  function: { name: 'shell', parameters: { properties: { command: {} }, required: ['command'] } },
}
const user = (content: string) => ({ role: 'user', content })
const calls = (id: string) => ({
  role: 'assistant',
  tool_calls: [{ id, function: { name: 'shell', arguments: '{}' } }],
})
const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'ok' })

interface Message {
  readonly content?: string
  readonly tool_calls?: readonly { readonly id: string; readonly function: { readonly arguments: string } }[]
}

async function start(scenario: Scenario): Promise<void> {
  model = await startScriptedModel({ scenario })
}

async function post(messages: readonly object[], signal: AbortSignal | null = null): Promise<Response> {
  const body = JSON.stringify({ messages, tools: [SHELL] })
  return fetch(`${model.url}/v1/chat/completions`, { method: 'POST', body, signal })
}

async function hear(messages: readonly object[]): Promise<Message> {
  const response = await post(messages)
  if (!response.ok) return { content: String(response.status) }
  const { choices } = (await response.json()) as { choices: readonly { message: Message }[] }
  return choices[0]?.message ?? {}
}

const say = (text: string): ScriptedStep => ({ do: 'say', text })
const run = (command: string): ScriptedStep => ({ do: 'run', command })

describe('which scene', () => {
  it('is the first that fits what the user said in the newest turn', async () => {
    await start({
      scenes: [
        { when: 'plan', steps: [say('a plan')] },
        { when: 'task T[12]', steps: [say('a task')] },
      ],
    })
    expect(await hear([user('Your task T2')])).toMatchObject({ content: 'a task' })
    const later = [user('Your task T2'), { role: 'assistant', content: 'a task' }, user('Now plan')]
    expect(await hear(later)).toMatchObject({ content: 'a plan' })
    expect(await hear([user('Something else')])).toMatchObject({ content: 'Nothing is left to do.' })
  })

  it('is not chosen by what the agent tells the model by itself', async () => {
    await start({ scenes: [{ when: 'plan', steps: [say('a plan')] }, { steps: [say('other')] }] })
    const told = user('<system-reminder>You can plan.</system-reminder>\nDo it.')
    expect(await hear([user('<user_info>plan</user_info>'), told])).toMatchObject({ content: 'other' })
    const marked = [user('Rules: plan well.'), user('<user_query>\nDo it.\n</user_query>')]
    await hear(marked)
    expect(model.requests().at(-1)).toMatchObject({ said: 'Do it.' })
  })

  it('is played so many times, each of them to its end', async () => {
    const steps = [run('one'), say('first')]
    await start({ scenes: [{ when: 'GO', times: 1, steps }, { steps: [run('two'), say('second')] }] })
    const [first] = (await hear([user('GO')])).tool_calls ?? []
    const [second] = (await hear([user('GO')])).tool_calls ?? []
    expect([first, second].map((call) => call?.function.arguments)).toEqual([
      '{"command":"one"}',
      '{"command":"two"}',
    ])
    const goOn = (id = '') => hear([user('GO'), calls(id), result(id)])
    expect(await goOn(first?.id)).toMatchObject({ content: 'first' })
    expect(await goOn(second?.id)).toMatchObject({ content: 'second' })
  })

  it('comes from a function just as well', async () => {
    model = await startScriptedModel({ scenario: (said) => [say(said.toUpperCase())] })
    expect(await hear([user('louder')])).toMatchObject({ content: 'LOUDER' })
  })
})

describe('which step', () => {
  const steps = [run('one'), run('two'), say('end')]

  it('is the number of results since the turn began, whatever the agent says between them', async () => {
    await start({ scenes: [{ steps }] })
    const done = [user('GO'), calls('a'), result('a'), user('<info-msg>It is late.</info-msg>')]
    expect(await hear(done)).toMatchObject({ tool_calls: [{ function: { arguments: '{"command":"two"}' } }] })
    expect(await hear([...done, calls('b'), result('b')])).toMatchObject({ content: 'end' })
  })

  it('counts on after half an answer that the agent has kept', async () => {
    await start({ scenes: [{ when: 'GO', steps }] })
    const half = { role: 'assistant', content: 'This answer is' }
    const done = [
      user('Before'),
      { role: 'assistant', content: 'Yes.' },
      user('GO'),
      half,
      calls('a'),
      result('a'),
    ]
    expect(await hear(done)).toMatchObject({ tool_calls: [{ function: { arguments: '{"command":"two"}' } }] })
    const asOne = [user('GO'), { ...half, ...calls('a') }, result('a')]
    expect(await hear(asOne)).toMatchObject({
      tool_calls: [{ function: { arguments: '{"command":"two"}' } }],
    })
  })

  it('is the first again after a turn that was broken off', async () => {
    await start({ scenes: [{ steps }] })
    const broken = [user('GO'), calls('a'), result('a'), user('Go on.')]
    expect(await hear(broken)).toMatchObject({
      tool_calls: [{ function: { arguments: '{"command":"one"}' } }],
    })
  })

  it('is the last words again when an agent asks once more', async () => {
    await start({ scenes: [{ steps: [say('end')] }] })
    expect(await hear([user('GO'), calls('x'), result('x')])).toMatchObject({ content: 'end' })
  })
})

describe('what goes wrong', () => {
  it('never answers, until the agent or the server gives up', async () => {
    await start({ scenes: [{ steps: [{ do: 'fault', fault: { kind: 'hang' } }] }] })
    const giveUp = new AbortController()
    const asked = post([user('GO')], giveUp.signal)
    while (model.answered() === 0) await hear([])
    giveUp.abort()
    await expect(asked).rejects.toThrow('aborted')
    const open = post([user('GO')])
    while (model.answered() === 1) await hear([])
    await model.close()
    await expect(open).rejects.toThrow('fetch failed')
    await start({ scenes: [] })
  })

  it('is slow before the next step, and waits for nobody who has left', async () => {
    const slow: ScriptedStep = { do: 'fault', fault: { kind: 'slow', ms: 3_600_000 } }
    await start({ scenes: [{ steps: [run('one'), slow, say('end')] }] })
    expect(await hear([user('GO')])).toMatchObject({ tool_calls: [{}] })
    const giveUp = new AbortController()
    const asked = post([user('GO'), calls('a'), result('a')], giveUp.signal)
    while (model.answered() === 1) await hear([])
    giveUp.abort()
    await expect(asked).rejects.toThrow('aborted')
  })

  it('is slow for so long, and answers then', async () => {
    await start({
      delayMs: 1,
      scenes: [{ steps: [{ do: 'fault', fault: { kind: 'slow', ms: 1 } }, say('end')] }],
    })
    expect(await hear([user('GO')])).toMatchObject({ content: 'end' })
  })

  it('calls tools without an end', async () => {
    await start({ scenes: [{ steps: [{ do: 'fault', fault: { kind: 'endless-tools', command: 'true' } }] }] })
    let said: readonly object[] = [user('GO')]
    for (const _time of Array.from({ length: 5 })) {
      const [call] = (await hear(said)).tool_calls ?? []
      expect(call?.function.arguments).toBe('{"command":"true"}')
      said = [...said, calls(call?.id ?? ''), result(call?.id ?? '')]
    }
  })

  it('comes in the words that the scenario gives it, and once when it says so', async () => {
    const fault = { kind: 'status', status: 429, message: 'Come back later.' } as const
    await start({ scenes: [{ times: 1, steps: [{ do: 'fault', fault }] }, { steps: [say('end')] }] })
    const refused = await post([user('GO')])
    expect(await refused.json()).toMatchObject({ error: { message: 'Come back later.' } })
    expect(refused.headers.get('retry-after')).toBeNull()
    expect(await hear([user('GO')])).toMatchObject({ content: 'end' })
  })

  it('survives what no agent would send', async () => {
    await start({ scenes: [{ steps: [say('end')] }] })
    const odd = ['', '[]', '{"messages":7,"tools":[null,{}]}', '{"input":{"type":3}}', '{"contents":[[]]}']
    for (const path of [
      '/v1/chat/completions',
      '/v1/responses',
      '/v1/messages',
      '/v1/models/m:generateContent',
    ]) {
      for (const body of odd) {
        const answer = await fetch(`${model.url}${path}`, { method: 'POST', body })
        expect(answer.status).toBe(200)
        await answer.text()
      }
    }
    expect(model.answered()).toBe(0)
  })
})

it.each([
  ['HEAD', '/', 200, ''],
  ['GET', '/', 200, ''],
  ['GET', '/v1/models', 200, '"id":"scripted-model"'],
  ['GET', '/v1beta/models', 200, '"name":"models/gemini-2.5-flash"'],
  ['POST', '/v1/messages/count_tokens', 200, '{"input_tokens":100}'],
  ['POST', '/v1beta/models/m:countTokens', 200, '{"totalTokens":100}'],
  ['GET', '/elsewhere', 404, 'Nothing is at /elsewhere.'],
] as const)('answers %s %s', async (method, path, status, text) => {
  await start({ scenes: [] })
  const answer = await fetch(`${model.url}${path}`, { method })
  expect(answer.status).toBe(status)
  expect(await answer.text()).toContain(text)
})
