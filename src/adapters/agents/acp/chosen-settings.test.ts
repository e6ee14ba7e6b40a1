import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AgentBench, createAgentBench, startTurn } from '../../../../test/agents/agent-bench.ts'
import { knownProgram } from '../../../../test/agents/known-program.ts'
import { writeRawAgent } from '../../../../test/agents/raw-agent.ts'
import type { ConfiguredAgent } from '../turns/configured-agent.ts'

/** Modes and models as real agents offer them. */
describe('chosen settings', () => {
  let bench: AgentBench
  beforeEach(async () => {
    bench = await createAgentBench()
  })
  afterEach(() => bench.remove())

  const play = async (behaviour: string, profile: Partial<ConfiguredAgent>, prompt = 'go') => {
    const agents = bench.agents({ command: await writeRawAgent(bench.folder, behaviour), ...profile })
    return startTurn(agents, { path: bench.workspace, access: 'read', prompt }).reply
  }

  const options = `const options = (model, mode) => [
    { id: 'm', category: 'mode', type: 'select', currentValue: mode, options: [{ value: 'ask', name: 'Ask' }, { value: 'look', name: 'Look' }] },
    { id: 'x', category: 'model', type: 'select', currentValue: model, options: [{ group: 'all', options: [{ value: 'fast', name: 'Fast 1' }, { value: 'deep', name: 'Deep 2' }] }] },
  ]`
  const byOption = `(() => {
    ${options}
    let [model, mode] = ['fast', 'ask']
    return {
      'session/new': () => ({ sessionId: 's1', configOptions: options(model, mode) }),
      'session/set_config_option': ({ configId, value }) => {
        if (value === 'nonsense') throw { code: -32602, message: 'Invalid params' }
        if (configId === 'x' && value !== 'stubborn') model = value
        if (configId === 'm') mode = value
        return { configOptions: options(model, mode) }
      },
      'session/prompt': ({ prompt: [{ text }] }) => {
        if (text === 'switch') update({ sessionUpdate: 'config_option_update', configOptions: options('fast', mode) })
        say(model + ' ' + mode)
        return ended
      },
    }
  })()`
  const reader = (mode: string) => knownProgram({ access: { read: { mode }, write: {} } })

  it('sets mode and model by option, by value or by name, and says which model ran', async () => {
    const byValue = await play(byOption, { program: reader('look'), model: 'deep' })
    expect(byValue).toMatchObject({ text: 'deep look', model: 'deep' })
    const byName = await play(byOption, { program: reader('look'), model: 'Deep 2' })
    expect(byName).toMatchObject({ text: 'deep look', model: 'deep' })
    expect(await play(byOption, { program: null })).toMatchObject({ text: 'fast ask', model: 'fast' })
  })

  it.each([
    ['one that is refused', 'nonsense', 'go', 'it said: Invalid params'],
    ['one that is not taken', 'stubborn', 'go', 'it runs "fast"'],
    ['one that is left in the middle', 'deep', 'switch', 'it runs "fast"'],
  ])('fails for %s, and never goes on with another', async (_what, model, prompt, why) => {
    await expect(play(byOption, { program: null, model }, prompt)).rejects.toMatchObject({
      failure: { code: 'agent-failed', trouble: 'model-unavailable' },
      message: expect.stringContaining(why),
    })
  })

  it('fails when the mode of a role is refused', async () => {
    await expect(play(byOption, { program: reader('nonsense') })).rejects.toMatchObject({
      failure: { code: 'agent-failed', trouble: 'protocol' },
      message: expect.stringContaining('could not be put into the mode "nonsense"'),
    })
  })

  /** As Cline and Droid do it: a second setting that has to do with models, and an answer that says nothing. */
  const wordless = `(() => {
    let model = 'fast'
    const options = () => [
      { id: 'provider', category: 'model', currentValue: 'own', options: [{ value: 'own' }] },
      { id: 'model', category: 'model', currentValue: model, options: [{ value: 'fast' }, { value: 'deep' }] },
    ]
    return {
      'session/new': () => ({ sessionId: 's1', configOptions: options() }),
      'session/set_config_option': ({ configId, value }) => { if (configId === 'provider') throw { code: -32602, message: 'no' }; if (value !== 'stubborn') model = value },
      'session/prompt': () => { update({ sessionUpdate: 'config_option_update', configOptions: options() }); say(model); return ended },
    }
  })()`

  it('waits for the word of an agent that takes a model in silence', async () => {
    const taken = await play(wordless, { program: null, model: 'deep' })
    expect(taken).toMatchObject({ text: 'deep', model: 'deep' })
    await expect(play(wordless, { program: null, model: 'stubborn' })).rejects.toMatchObject({
      failure: { trouble: 'model-unavailable' },
    })
  })

  const older = `(() => {
    let [model, mode] = ['fast', 'ask']
    return {
      'session/new': () => ({ sessionId: 's1', modes: { currentModeId: mode, availableModes: [] }, models: { currentModelId: model, availableModels: [{ modelId: 'fast', name: 'Fast' }, { modelId: 'deep[high]', name: 'Deep' }] } }),
      'session/set_config_option': () => { throw { code: -32601, message: 'Method not found' } },
      'session/set_mode': ({ modeId }) => { mode = modeId; return {} },
      'session/set_model': ({ modelId }) => { if (modelId === 'nonsense') throw { code: -32603, message: 'unknown model' }; model = modelId; return {} },
      'session/prompt': ({ prompt: [{ text }] }) => { say(model + ' ' + mode); return { ...ended, _meta: { modelId: text === 'other' ? 'fast' : undefined } } },
    }
  })()`

  it('falls back to the older calls, and does not claim what the agent did not say', async () => {
    const reply = await play(older, { program: reader('look'), model: 'deep[high]' })
    expect(reply).toMatchObject({ text: 'deep[high] look' })
    expect(reply).not.toHaveProperty('model')
    const same = await play(older, { program: null, model: 'fast' })
    expect(same).toMatchObject({ text: 'fast ask', model: 'fast' })
  })

  it('fails when an older agent refuses a model, or answers with another', async () => {
    const failure = { failure: { trouble: 'model-unavailable' } }
    await expect(play(older, { program: null, model: 'nonsense' })).rejects.toMatchObject(failure)
    await expect(play(older, { program: null, model: 'Deep' }, 'other')).rejects.toMatchObject(failure)
  })

  it('tells a model at the start, lays quiet under and access over what the user set', async () => {
    const program = knownProgram(
      {
        model: { bySession: false, argument: '--model', variable: 'MODEL' },
        access: {
          read: { arguments: ['--careful'], variables: { MODE: 'look' }, merged: { MORE: { edit: 'ask' } } },
          write: {},
        },
      },
      { quiet: { NOISE: 'off', MODE: 'off' } },
    )
    const reply = await play(
      `{ 'session/prompt': () => { const { MODEL, MODE, NOISE, MORE } = process.env; say(JSON.stringify([process.argv.slice(2), MODEL, MODE, NOISE, MORE])); return ended } }`,
      { program, model: 'deep', env: { MODE: 'free', NOISE: 'on', MORE: '{"edit":"allow","share":1}' } },
    )
    const more = '{"edit":"ask","share":1}'
    expect(JSON.parse(reply.text)).toEqual([['--careful', '--model', 'deep'], 'deep', 'look', 'on', more])
    expect(reply).not.toHaveProperty('model')
  })
})
