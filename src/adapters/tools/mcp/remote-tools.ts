import type { Tool, ToolAnswer } from '../../../kernel/ports/tools.ts'
import type { ToolSource } from './mcp-face.ts'

const GONE = 'Tutti cannot be reached any more; end your turn as you were asked to.'
const PATIENCE_MS = 60_000

/** The tools of a conductor as its bridge reaches them. */
export function remoteTools(url: string, token: string): ToolSource {
  const ask = async (path: string, body?: string): Promise<unknown> => {
    const response = await fetch(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...(body === undefined ? {} : { body }),
    })
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    return response.json()
  }
  return {
    list: async () => (await ask('/tools')) as readonly Tool[],
    call: async (name, input) => {
      try {
        return (await ask('/call', JSON.stringify({ name, input }))) as ToolAnswer
      } catch {
        return { text: GONE, isError: true }
      }
    },
  }
}
