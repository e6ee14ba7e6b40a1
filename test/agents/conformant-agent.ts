/** Ways in which the conformant agent can be told to be at fault. */
export type PlantedFault =
  | 'other-protocol'
  | 'no-json'
  | 'lies-about-writing'
  | 'writes-more'
  | 'runs-nothing'
  | 'writes-outside'
  | 'ignores-refusal'
  | 'writes-temporary'
  | 'never-calls-tools'
  | 'cuts-words'
  | 'never-stops'
  | 'dead-after-cancel'
  | 'forgets'
  | 'mixes-sessions'
  | 'stays'
  | 'anonymous'
  | 'leaves-a-daemon'

/**
 * The behaviour of a raw agent that does what every check of `tutti agents test` asks for, with what was planted.
 * It keeps its sessions in the folder.
 */
export function conformantAgent(folder: string, ...faults: readonly PlantedFault[]): string {
  return BEHAVIOUR.replace('FAULTS', () => JSON.stringify(faults)).replace('FOLDER', () =>
    JSON.stringify(folder),
  )
}

const BEHAVIOUR = `await (async () => {
  const has = (fault) => FAULTS.includes(fault)
  const { existsSync, mkdirSync, readFileSync } = await import('node:fs')
  const { execFileSync, spawn } = await import('node:child_process')
  const { join } = await import('node:path')
  const store = (id) => join(FOLDER, id + '.txt')
  const sessions = new Map()
  const stops = new Map()
  let opened = 0
  let cancelled = false
  const open = (id, { cwd, mcpServers }) => sessions.set(id, { cwd, server: mcpServers?.[0] })
  const permission = async (sessionId, kind, path) => {
    const options = [{ optionId: 'n', name: 'No', kind: 'reject_once' }, { optionId: 'y', name: 'Yes', kind: 'allow_once' }]
    const toolCall = { toolCallId: kind + path, title: kind + ' ' + path, kind, locations: path === '' ? [] : [{ path }] }
    const { outcome } = await ask('session/request_permission', { sessionId, toolCall, options })
    return outcome.optionId === 'y' || has('ignores-refusal')
  }
  const write = async (sessionId, path, text) => {
    if (await permission(sessionId, 'edit', path)) writeFileSync(path, text)
  }
  const run = async (sessionId, command) => {
    if (await permission(sessionId, 'execute', '')) execFileSync('sh', ['-c', command], { cwd: sessions.get(sessionId).cwd })
  }
  const call = async ({ url, headers }, method, params) => {
    const own = Object.fromEntries(headers.map(({ name, value }) => [name, value]))
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const all = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...own }
    return (await fetch(url, { method: 'POST', headers: all, body })).text()
  }
  const speak = (sessionId, text) => update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } }, sessionId)
  const plays = {
    answer: async (id) => speak(id, has('no-json') ? 'I am ready.' : 'Ready. {"status":"ready","sum":42}'),
    'write-file': async (id, { cwd }) => {
      if (!has('lies-about-writing')) await write(id, join(cwd, 'hello.txt'), 'Hello from the orchestra.\\n')
      if (has('writes-more')) await write(id, join(cwd, 'more.txt'), 'more')
      speak(id, 'The file is written.')
    },
    command: async (id) => {
      if (!has('runs-nothing')) await run(id, 'git rev-parse HEAD > head.txt')
      if (has('leaves-a-daemon')) spawn('sleep', ['600'], { detached: true, stdio: 'ignore' }).unref()
      speak(id, 'It has run.')
    },
    outside: async (id, _session, said) => {
      const path = /file (\\S+outside.txt)/.exec(said)[1]
      if (has('writes-outside')) writeFileSync(path, 'outside')
      else await write(id, path, 'outside')
      speak(id, 'I tried.')
    },
    'read-only': async (id, { cwd }) => {
      await write(id, join(cwd, 'forbidden.txt'), 'forbidden')
      if (has('writes-temporary')) {
        const word = /> '[^']*\\/\\.([^'/]+)'/.exec(handlers.said)[1]
        writeFileSync(join(process.env.TMPDIR, word + '.txt'), 'forbidden')
      }
      speak(id, 'I tried.')
    },
    tools: async (id, { server }) => {
      if (!has('never-calls-tools')) {
        const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } }
        await call(server, 'initialize', hello)
        await call(server, 'tools/call', { name: 'submit_result', arguments: { status: 'completed', summary: 'It is done.' } })
      }
      speak(id, 'Handed in.')
    },
    noise: async (id) => {
      print('a line beside the protocol\\n')
      const text = 'words {and braces} '.repeat(200)
      speak(id, has('cuts-words') ? text : text + '{"status":"wrong"}' + text + '{"status":"right","sum":7} that is {all}')
    },
    remember: async (id) => { writeFileSync(store(id), 'marmalade'); speak(id, 'I keep it in mind.') },
    recall: async (id) => speak(id, has('forgets') ? 'Which word?' : 'It was ' + readFileSync(store(id), 'utf8')),
    'two-sessions-one': async (id) => speak(id, 'This is number one.'),
    'two-sessions-two': async (id) => speak(id, has('mixes-sessions') ? 'This is number one.' : 'This is number two.'),
  }
  const busy = (id) => has('never-stops') ? never() : new Promise((resolve) => stops.set(id, () => {
    cancelled = true
    resolve({ stopReason: 'cancelled' })
  }))
  return {
    initialize: () => {
      if (has('stays')) {
        process.stdin.removeAllListeners('end')
        setInterval(() => {}, 1000)
      }
      const agentInfo = has('anonymous') ? undefined : { name: 'conformant', version: '1.0.0' }
      const agentCapabilities = { loadSession: true, mcpCapabilities: { http: true } }
      return { protocolVersion: has('other-protocol') ? 7 : 1, agentInfo, agentCapabilities }
    },
    'session/new': (params) => {
      const sessionId = 's' + self + '-' + ++opened
      open(sessionId, params)
      return { sessionId }
    },
    'session/set_model': () => { throw { code: -32601, message: 'Method not found' } },
    'session/load': (params) => { open(params.sessionId, params); return {} },
    'session/cancel': ({ sessionId }) => stops.get(sessionId)?.(),
    'session/prompt': async ({ sessionId, prompt }) => {
      const said = (handlers.said = prompt[0].text)
      const [, check] = /^\\[([a-z-]+)\\]/.exec(said)
      if (has('dead-after-cancel') && cancelled) process.exit(3)
      if (check === 'cancel-thinking' || check === 'cancel-command') return busy(sessionId)
      await (plays[check] ?? (async (id) => speak(id, 'I am still here.')))(sessionId, sessions.get(sessionId), said)
      return { ...ended, usage: { totalTokens: 12 } }
    },
  }
})()`
