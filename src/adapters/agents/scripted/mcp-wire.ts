import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/** JSON-RPC to one server of the Model Context Protocol. */
export interface McpWire {
  request(method: string, params: object): Promise<unknown>
  notify(method: string): Promise<void>
  close(): void
}

interface Answer {
  readonly id?: unknown
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

export function openHttpWire(url: string, headers: Readonly<Record<string, string>>): McpWire {
  let last = 0
  const post = async (message: object): Promise<string> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`The server answered with ${response.status}: ${text.slice(0, 200)}`)
    return text
  }
  return {
    request: async (method, params) => {
      const id = ++last
      const text = await post({ id, method, params })
      const messages = text.startsWith('{')
        ? [text]
        : text.split('\n').flatMap((line) => (line.startsWith('data:') ? [line.slice(5)] : []))
      return resultOf(messages.map((each) => JSON.parse(each) as Answer).find((each) => each.id === id))
    },
    notify: async (method) => {
      await post({ method })
    },
    close: () => {},
  }
}

export function openStdioWire(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): McpWire {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'inherit'] })
  const waiting = new Map<unknown, (answer: Answer | undefined) => void>()
  const giveUp = (): void => {
    for (const settle of waiting.values()) settle(undefined)
    waiting.clear()
  }
  child.on('error', giveUp)
  child.on('close', giveUp)
  child.stdin.on('error', giveUp)
  createInterface({ input: child.stdout }).on('line', (line) => {
    const answer = JSON.parse(line) as Answer
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  let last = 0
  const send = (message: object): void => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  }
  return {
    request: async (method, params) => {
      const id = ++last
      const answered = new Promise<Answer | undefined>((resolve) => waiting.set(id, resolve))
      send({ id, method, params })
      return resultOf(await answered)
    },
    notify: (method) => {
      send({ method })
      return Promise.resolve()
    },
    close: () => child.stdin.end(),
  }
}

function resultOf(answer: Answer | undefined): unknown {
  if (answer === undefined) throw new Error('The server of the tools gave no answer.')
  if (answer.error !== undefined) throw new Error(answer.error.message)
  return answer.result
}
