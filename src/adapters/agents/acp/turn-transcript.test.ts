import { expect, it } from 'vitest'
import { TurnTranscript } from './turn-transcript.ts'

function open(access: 'read' | 'write' = 'read') {
  const lines: string[] = []
  let now = 0
  const transcript = new TurnTranscript({
    agent: 'agent',
    step: 'step',
    now: () => now,
    access,
    onStopped: ({ title }) => lines.push(`stopped: ${title}`),
    onActivity: ({ kind, text }) => lines.push(`${kind}: ${text}`),
  })
  const chunk = (sessionUpdate: string, text: string) =>
    transcript.take({ sessionUpdate, content: { type: 'text', text } })
  return {
    transcript,
    lines,
    say: (text: string) => chunk('agent_message_chunk', text),
    think: (text: string) => chunk('agent_thought_chunk', text),
    pass: (ms: number) => (now += ms),
  }
}

it('merges chunks into lines until something else happens', () => {
  const { transcript, lines, say, think } = open()
  for (const word of ['I ', 'look', '.']) think(word)
  for (const word of ['I ', 'write', '.']) say(word)
  expect(lines).toEqual(['thought: I look.'])
  transcript.take({ sessionUpdate: 'tool_call', toolCallId: '1', title: 'write\n a.txt' })
  say('Done.')
  transcript.flush()
  transcript.flush()
  expect(lines).toEqual([
    'thought: I look.',
    'message: I write.',
    'tool: write a.txt (pending)',
    'message: Done.',
  ])
  expect(transcript.text).toBe('I write.Done.')
})

it('does not hold a line back for ever', () => {
  const { lines, say, pass } = open()
  say('a'.repeat(399))
  expect(lines).toHaveLength(0)
  say('a')
  expect(lines).toHaveLength(1)
  say('slow')
  pass(1000)
  say(' talk')
  expect(lines[1]).toBe('message: slow talk')
})

it('remembers no more than it must', () => {
  const { transcript, say } = open()
  for (let index = 0; index < 2001; index++) transcript.tool({ toolCallId: `${index}`, kind: 'edit' })
  expect(transcript.tool({ toolCallId: '0' }).kind).toBe('other')
  expect(transcript.tool({ toolCallId: '2000' }).kind).toBe('edit')
  const megabyte = 'x'.repeat(1024 * 1024)
  for (let index = 0; index < 16; index++) say(megabyte)
  expect(() => say('x')).toThrow(expect.objectContaining({ code: 'agent-failed' }))
})

it('tells an agent’s plan when it changes', () => {
  const { transcript, lines } = open()
  const plan = (...entries: readonly (readonly [string, string])[]) =>
    transcript.take({
      sessionUpdate: 'plan',
      entries: entries.map(([content, status]) => ({ content, status, priority: 'medium' })),
    })
  plan(['look', 'in_progress'], ['write', 'pending'])
  plan(['look', 'in_progress'], ['write', 'pending'])
  plan(['look', 'completed'], ['write\nit', 'pending'])
  plan(['look', 'completed'], ['write', 'completed'])
  plan()
  expect(lines).toEqual([
    'plan: 0 of 2 done, now: look',
    'plan: 1 of 2 done, now: write it',
    'plan: 2 of 2 done',
  ])
})

it('tells once of a tool that could not change what it wanted to, unless it was not let', () => {
  const { transcript, lines } = open()
  const content = [{ type: 'content', content: { type: 'text', text: 'a: Read-only file system' } }]
  const fail = (toolCallId: string, told: object) => {
    transcript.take({ sessionUpdate: 'tool_call', toolCallId, title: toolCallId, ...told })
    for (const _twice of [1, 2])
      transcript.take({ sessionUpdate: 'tool_call_update', toolCallId, status: 'failed' })
  }
  fail('shell', { kind: 'execute', content })
  fail('edit', { kind: 'edit' })
  fail('grep', { kind: 'execute' })
  transcript.refuse({ toolCallId: 'asked' })
  fail('asked', { kind: 'edit' })
  expect(lines.filter((line) => line.startsWith('stopped'))).toEqual(['stopped: shell', 'stopped: edit'])
})

it('tells of limits that a call of somebody who may write has failed for, whichever is told first', () => {
  const { transcript, lines } = open('write')
  const call = (toolCallId: string, ...updates: readonly object[]) => {
    transcript.take({ sessionUpdate: 'tool_call', toolCallId, title: toolCallId, kind: 'execute' })
    for (const update of updates)
      transcript.take({ sessionUpdate: 'tool_call_update', toolCallId, ...update })
  }
  // As Codex tells of its own sandbox.
  const data = "touch: cannot touch '/elsewhere/a': Read-only file system\n"
  const output = { _meta: { terminal_output_delta: { data } } }
  call('at once', { status: 'failed', ...output })
  call('in pieces', output, output, { status: 'failed' })
  call('on a Mac', { status: 'failed', rawOutput: 'touch: /elsewhere/a: Operation not permitted' })
  const text =
    'Path not in workspace: Attempted path "/a" resolves outside the allowed workspace directories: /b'
  call('as Gemini', { status: 'failed', kind: 'edit', content: [{ type: 'content', content: { text } }] })
  call('cat errors.txt', output, { status: 'completed' })
  call('edit', { kind: 'edit', status: 'failed' })
  expect(lines.filter((line) => line.startsWith('stopped'))).toEqual([
    'stopped: at once',
    'stopped: in pieces',
    'stopped: on a Mac',
    'stopped: as Gemini',
  ])
})
