import { describe, expect, it } from 'vitest'
import type { JsonRecord } from '../../../kernel/untrusted-json.ts'
import { answerAside } from './answer-aside.ts'
import { answerStep } from './answer-step.ts'
import { readTurn } from './read-turn.ts'
import type { ScriptedStep } from './scenario.ts'
import type { Heard, ModelRequest, OfferedTool } from './wire.ts'

function tool(name: string, required: readonly string[], more: JsonRecord = {}): OfferedTool {
  const properties = Object.fromEntries(required.map((each) => [each, { type: 'string' }]))
  return { name, group: null, plain: false, schema: { properties: { ...properties, ...more }, required } }
}

const plain = (name: string): OfferedTool => ({ name, group: 'functions', plain: true, schema: {} })

function request(tools: readonly OfferedTool[], more: Partial<ModelRequest> = {}): ModelRequest {
  const heard: readonly Heard[] = [{ by: 'user', text: 'GO' }]
  return { model: 'm', stream: false, system: '', heard, tools, forced: null, schema: null, ...more }
}

function answer(step: ScriptedStep, asked: ModelRequest): unknown {
  const given = answerStep(step, { request: asked, turn: readTurn(asked), scene: 0, serial: 1 })
  return 'call' in given ? [given.call.name, given.input] : given
}

const WRITE: ScriptedStep = { do: 'write', path: 'docs/it is.txt', text: "it's\n" }
const RUN: ScriptedStep = { do: 'run', command: 'npm test' }

describe('an errand in the words of', () => {
  it.each<[string, readonly OfferedTool[], unknown, unknown]>([
    [
      'goose',
      [tool('write', ['path', 'content']), tool('shell', ['command'])],
      ['write', { path: 'docs/it is.txt', content: "it's\n" }],
      ['shell', { command: 'npm test' }],
    ],
    [
      'Copilot',
      [tool('create', ['path', 'file_text']), tool('bash', ['command', 'description'])],
      ['create', { path: 'docs/it is.txt', file_text: "it's\n" }],
      ['bash', { command: 'npm test', description: 'Scripted' }],
    ],
    [
      'Cline',
      [tool('editor', ['path', 'new_text']), tool('run_commands', ['commands'])],
      ['editor', { path: 'docs/it is.txt', new_text: "it's\n" }],
      ['run_commands', { commands: ['npm test'] }],
    ],
    [
      'Droid',
      [
        tool('Create', ['file_path', 'content']),
        {
          ...tool('Execute', []),
          schema: {
            properties: { command: {}, riskLevel: { enum: ['high', 'low'] } },
            required: ['command', 'riskLevel'],
          },
        },
      ],
      ['Create', { file_path: 'docs/it is.txt', content: "it's\n" }],
      ['Execute', { command: 'npm test', riskLevel: 'low' }],
    ],
    [
      'Codex',
      [tool('exec_command', ['cmd'])],
      ['exec_command', { cmd: String.raw`mkdir -p 'docs' && printf %s 'it'\''s` + "\n' > 'docs/it is.txt'" }],
      ['exec_command', { cmd: 'npm test' }],
    ],
    [
      'Codex with patches',
      [tool('exec_command', ['cmd']), plain('apply_patch')],
      ['apply_patch', "*** Begin Patch\n*** Add File: docs/it is.txt\n+it's\n*** End Patch\n"],
      ['exec_command', { cmd: 'npm test' }],
    ],
    [
      'Codex with scripts',
      [plain('exec')],
      ['exec', expect.stringContaining(String.raw`"mkdir -p 'docs' && printf %s 'it'\\''s`)],
      ['exec', 'text(JSON.stringify(await tools.exec_command({ cmd: "npm test" })))'],
    ],
    [
      'nobody',
      [tool('think', ['thought'])],
      { say: 'No tool to write among think' },
      { say: 'No tool to run among think' },
    ],
  ])('%s', (_name, tools, written, ran) => {
    expect(answer(WRITE, request(tools))).toEqual(written)
    expect(answer(RUN, request(tools))).toEqual(ran)
  })

  it.each([
    ['Claude', '- Primary working directory: /home/me/my repo\n - Is a git repository: true'],
    ['Qwen', "I'm currently working in the directory: /home/me/my repo\nHere is more."],
    ['Kimi', 'The current working directory is `/home/me/my repo`. The rest is yours.'],
    ['pi', '<cwd>\n/home/me/my repo\n</cwd>'],
    ['Grok', 'Shell: /bin/bash\nWorkspace Path: /home/me/my repo\nToday'],
  ])('%s, who says where it works and takes whole paths', (_name, system) => {
    const asked = request([tool('Write', ['file_path', 'content'])], { system })
    expect(answer({ do: 'write', path: 'a.txt', text: '' }, asked)).toEqual([
      'Write',
      { file_path: '/home/me/my repo/a.txt', content: '' },
    ])
  })
})

describe("a server's tool", () => {
  const CALL = { do: 'call', tool: 'submit_result', input: { status: 'completed' } } as const
  const search = tool('tool_search', ['query'])
  const found = (text: string): readonly Heard[] => [
    { by: 'user', text: 'GO' },
    { by: 'model', call: { id: 'call_search_0_0_1', tool: 'tool_search' } },
    { by: 'tool', id: 'call_search_0_0_1', tool: null, text },
  ]

  it.each(['submit_result', 'tutti__submit_result', 'mcp_tutti_submit_result', 'tutti-submit_result'])(
    'is found as %s',
    (name) => {
      const tools = [tool('never_submit_result_twice', []), tool(name, ['status'])]
      expect(answer(CALL, request(tools))).toEqual([name, { status: 'completed' }])
    },
  )

  it('is searched for when the agent keeps it back, by its whole name where that was told', () => {
    expect(answer(CALL, request([search]))).toEqual(['tool_search', { query: 'submit_result' }])
    const told = request([search], { system: 'Deferred:\nmcp__tutti__submit_result\n' })
    expect(answer(CALL, told)).toEqual(['tool_search', { query: 'select:mcp__tutti__submit_result' }])
    const listed = request([search], { system: 'Deferred tools:\nLoop\ntutti___submit_result\n' })
    expect(answer(CALL, listed)).toEqual(['tool_search', { query: 'select:tutti___submit_result' }])
  })

  it('is used as it was found, and the search is no step', () => {
    const heard = found('<function>{"name":"mcp__tutti__submit_result"}</function>')
    expect(answer(CALL, request([search], { heard }))).toEqual([
      'mcp__tutti__submit_result',
      { status: 'completed' },
    ])
    const use = tool('use_tool', [], { tool_name: {}, tool_input: {} })
    expect(answer(CALL, request([search, use], { heard }))).toEqual([
      'use_tool',
      { tool_name: 'mcp__tutti__submit_result', tool_input: { status: 'completed' } },
    ])
    expect(readTurn(request([search], { heard }))).toMatchObject({ step: 0, searches: 1, scene: 0 })
  })

  it('is waited for while the agent still connects to its servers', () => {
    const twice = [
      ...found('nothing'),
      ...found('"status": "partial", servers are still connecting').slice(1),
    ]
    expect(answer(CALL, request([search], { heard: twice }))).toEqual([
      'tool_search',
      { query: 'submit_result' },
    ])
  })

  it('is given up when it is nowhere', () => {
    expect(answer(CALL, request([tool('think', [])]))).toEqual({
      say: 'No tool to call submit_result among think',
    })
    const spoken = { ...CALL, otherwise: 'Then I say it.' }
    expect(answer(spoken, request([tool('think', [])]))).toEqual({ say: 'Then I say it.' })
    const nothing = 'Error: No deferred tools matched "submit_result". Use "select:<name>".'
    const twice = [...found(nothing), ...found(nothing).slice(1)]
    expect(answer(CALL, request([search], { heard: twice }))).toEqual({
      say: 'No tool to call submit_result among tool_search',
    })
  })
})

describe('what an agent asks for itself', () => {
  const shell = tool('shell', ['command'])

  it('is told from a turn', () => {
    expect(answerAside(request([shell]), 'GO', 1)).toBeNull()
    expect(answerAside(request([]), 'GO', 1)).toEqual({ say: 'A title' })
    expect(answerAside(request([shell]), '', 1)).toEqual({ say: 'Nothing.' })
    expect(answerAside(request([shell]), '[SUGGESTION MODE: Suggest what', 1)).toEqual({ say: 'Nothing.' })
  })

  it('is judged kindly', () => {
    const schema = {
      type: 'object',
      properties: {
        outcome: { type: 'string', enum: ['deny', 'allow'] },
        risk_level: { type: 'string', enum: ['high', 'low'] },
      },
      required: ['outcome', 'risk_level'],
    }
    expect(answerAside(request([shell], { schema }), 'GO', 1)).toEqual({
      say: '{"outcome":"allow","risk_level":"low"}',
    })
    const forced = {
      ...tool('respond_in_schema', []),
      schema: {
        properties: { shouldBlock: { type: 'boolean' }, title: { type: 'string' } },
        required: ['shouldBlock', 'title'],
      },
    }
    expect(answerAside(request([forced], { forced }), 'GO', 1)).toMatchObject({
      input: { shouldBlock: false, title: 'A title' },
    })
  })

  it('is not the form that a user wants the last words in', () => {
    const schema = { type: 'object', properties: { status: { type: 'string' } } }
    expect(answerAside(request([shell], { schema }), 'GO', 1)).toBeNull()
  })
})
