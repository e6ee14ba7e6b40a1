import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { RunFailure } from '../../../kernel/failure.ts'
import type { Access } from '../../../kernel/ports/agents.ts'
import { isJsonRecord } from '../../../kernel/untrusted-json.ts'
import { findProfile } from '../../../profiles/known-profiles.ts'
import { failureFrom } from './failure-from.ts'
import { HeadlessSession } from './headless-session.ts'
import { isSessionLost, stopOf, troubleOf } from './judge-turn.ts'
import { wordsIn } from './pick-line.ts'
import { TurnReport } from './turn-report.ts'

const fixtures = join(import.meta.dirname, '../../../../test/fixtures/headless')
const DONE = 'Done.\n\n```json\n{"status":"ok"}\n```'

/** Reads what a real program printed, as the adapter does. */
async function read(recording: string, code = 0, access: Access = 'write', former?: HeadlessSession) {
  const [name = ''] = recording.split('-')
  const program = findProfile(name)
  const way = program?.headless
  if (!program || !way) throw new Error(`${name} has no headless way.`)
  const [activities, refused]: [string[], string[]] = [[], []]
  const report = new TurnReport({
    agent: name,
    step: 'step',
    access,
    way,
    now: () => 0,
    onActivity: ({ kind, text }) => activities.push(`${kind} ${text}`),
    onRefused: (what) => refused.push(what),
  })
  const session = former ?? new HeadlessSession({ agent: name, path: '/repo', way, id: null, isOld: false })
  for (const raw of (await readFile(join(fixtures, `${recording}.jsonl`), 'utf8')).trim().split('\n')) {
    const line: unknown = JSON.parse(raw)
    if (!isJsonRecord(line)) throw new Error(`No object: ${raw}`)
    session.id = wordsIn(line, way.output.session)[0] ?? session.id
    session.take(report.take(line, raw))
  }
  report.flush()
  const ending = { agent: name, way, report, end: { code, signal: null }, stderr: '', isResumed: true }
  const trouble = troubleOf(ending)
  const agent = { name, command: way.command, resume: true, stallMs: 0, totalMs: 0, program } as const
  const failure =
    trouble === null ? null : failureFrom(trouble, { ...agent, model: null, way: 'headless' }, 1_000)
  return { report, session, activities, refused, failure, isLost: isSessionLost(ending) }
}

describe('what real programs print', () => {
  it.each([
    ['claude', '11111111-1111-4111-8111-111111111111', 'claude-scripted', 360, 0.0024],
    ['codex', '01a1e37d-4847-7f51-9093-5d0a1dab01a4', null, 360, null],
    ['copilot', '11111111-1111-4111-8111-111111111111', 'scripted-model', null, null],
    ['gemini', '11111111-1111-4111-8111-111111111111', 'gemini-2.5-flash', 360, null],
    ['opencode', 'ses_e1c823ac2ffe0mLsRuLxrNag4a', null, 360, 0.00042],
    ['goose', null, null, 360, null],
    ['grok', '11111111-1111-4111-8111-111111111111', null, 360, null],
    ['qwen', '11111111-1111-4111-8111-111111111111', 'scripted-model', 360, null],
    ['kimi', 'session_25e2ec11-ebe2-4123-b0ef-f17befe982b2', null, null, null],
    ['pi', '11111111-1111-4111-8111-111111111111', 'scripted-model', 360, 0.00042],
    ['cline', null, 'scripted-model', 360, null],
    ['droid', 'dfdbfcad-b9f7-4ebe-bd52-d6e789d3e567', 'custom:Scripted-0', 360, null],
    ['kilo', 'ses_e1c733536ffekZ0dBEw5t2DtJD', null, 360, 0.00042],
  ])('P7: %s: a turn that writes a file and runs a command', async (name, id, model, tokens, usd) => {
    const { report, session, activities, failure, refused } = await read(`${name}-hello`)
    expect(failure).toBeNull()
    expect(report.text).toBe(DONE)
    expect(session.id).toBe(id)
    expect(report.model).toBe(model)
    const usage = session.settle()
    expect(usage.tokens).toBe(tokens)
    if (usd === null) expect(usage.usd).toBeNull()
    else expect(usage.usd).toBeCloseTo(usd, 8)
    expect(stopOf(report)).toBe('ended')
    expect(refused).toEqual([])
    const tools = activities.filter((each) => each.startsWith('tool '))
    expect(tools.some((each) => each.includes('hello.txt'))).toBe(true)
    expect(tools.some((each) => each.includes('echo hi > ran.txt'))).toBe(true)
    expect(activities.some((each) => each.startsWith('message Done.'))).toBe(true)
  })

  it.each([
    ['codex', 120, null],
    ['goose', 120, null],
    ['claude', 120, 0.0008],
    ['qwen', 240, null],
  ])('P7: %s: what a second turn used is told from what the session used', async (name, tokens, usd) => {
    const { session } = await read(`${name}-hello`)
    session.settle()
    const { report } = await read(`${name}-resume`, 0, 'write', session)
    expect(report.text).toBe('Again.')
    const usage = session.settle()
    expect(usage.tokens).toBe(tokens)
    if (usd === null) expect(usage.usd).toBeNull()
    else expect(usage.usd).toBeCloseTo(usd, 8)
    const program = findProfile(name)?.headless
    if (!program) throw new Error('No way.')
    const unknown = new HeadlessSession({ agent: name, path: '/', way: program, id: 's', isOld: true })
    await read(`${name}-resume`, 0, 'write', unknown)
    const isCumulative = program.tokens.report === 'cumulative'
    expect(unknown.settle().tokens).toBe(isCumulative ? null : tokens)
  })

  it.each([
    ['codex-limit', 1, 'rate-limited'],
    ['codex-auth', 1, 'unauthorised'],
    ['goose-auth', 0, 'unauthorised'],
    ['grok-limit', 1, 'rate-limited'],
    ['claude-limit', 1, 'rate-limited'],
    ['gemini-auth', 145, 'unauthorised'],
    ['copilot-auth', 1, 'unauthorised'],
    ['opencode-auth', 1, 'unauthorised'],
    ['qwen-auth', 1, 'unauthorised'],
    ['pi-auth', 0, 'unauthorised'],
    ['pi-limit', 0, 'rate-limited'],
    ['droid-auth', 1, 'unauthorised'],
    ['cline-auth', 1, 'unauthorised'],
  ])('P7: %s (exit code %i) is %s', async (recording, code, trouble) => {
    const { failure } = await read(recording, code)
    expect(failure).toBeInstanceOf(RunFailure)
    expect(failure?.failure).toMatchObject({ code: 'agent-failed', trouble })
  })

  it('reads when a rate limit ends', async () => {
    const { failure } = await read('grok-limit', 1)
    expect(failure?.failure).toMatchObject({ retryAt: 31_000 })
  })

  it('P7: a session that a program does not find is lost, and not another failure', async () => {
    expect((await read('claude-lost', 1)).isLost).toBe(true)
    expect((await read('claude-limit', 1)).isLost).toBe(false)
  })

  it.each([
    ['claude-read', ['Write', 'Bash']],
    ['copilot-read', ['shell']],
    ['gemini-read', ['write_file']],
    ['opencode-plan', ['write']],
    ['codex-read', ["printf %s 'hello", 'echo hi > ran.txt']],
  ])('P7: %s: what a reader was not let is told', async (recording, wanted) => {
    const { refused, activities, failure } = await read(recording, 0, 'read')
    expect(failure).toBeNull()
    for (const what of wanted) expect(refused).toContainEqual(expect.stringContaining(what))
    expect(activities.filter((each) => each.startsWith('permission refused: ')).length).toBe(refused.length)
  })

  it('P7: a refusal that ends the turn is told, and no reply', async () => {
    const { refused, failure } = await read('grok-deny')
    expect(refused).toEqual([expect.stringContaining('`write`')])
    expect(failure?.message).toContain('although nobody asked it to')
  })
})
