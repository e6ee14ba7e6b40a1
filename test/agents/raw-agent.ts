import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Writes an agent that speaks the protocol without the SDK, so that it can be as odd as real ones are. The
 * behaviour is JavaScript: an object of handlers by method, which may use `say`, `update`, `ask`, `send`, `self`.
 */
export async function writeRawAgent(
  folder: string,
  behaviour: string,
): Promise<readonly [string, ...string[]]> {
  const file = join(folder, 'raw-agent.mjs')
  await writeFile(
    file,
    PROGRAM.replace('BEHAVIOUR', () => behaviour),
  )
  return [process.execPath, file]
}

const PROGRAM = `
import { appendFileSync, closeSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
const print = (text) => process.stdout.write(text)
const send = (message) => print(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
const update = (update, sessionId = 's1') => send({ method: 'session/update', params: { sessionId, update } })
const say = (text) => update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } })
const waiting = new Map()
let asked = 0
const ask = (method, params) => new Promise((resolve) => {
  const id = 'q' + asked++
  waiting.set(id, resolve)
  send({ id, method, params })
})
/** Tells processes apart that have the same number in namespaces of their own. */
const self = crypto.randomUUID()
const never = () => new Promise(() => {})
const ended = { stopReason: 'end_turn' }
const handlers = {
  initialize: () => ({ protocolVersion: 1, agentCapabilities: {} }),
  'session/new': () => ({ sessionId: 's1' }),
  'session/prompt': () => ended,
  ...(BEHAVIOUR),
}
createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params, result } = JSON.parse(line)
  if (method === undefined) return waiting.get(id)?.(result)
  try {
    const answer = await handlers[method]?.(params)
    if (id !== undefined) send({ id, result: answer ?? {} })
  } catch (error) {
    send({ id, error })
  }
})
process.stdin.on('end', () => process.exit(0))
`
