import type { ServerResponse } from 'node:http'
import type { FaultStatus, ScriptedFault } from './scenario.ts'
import type { Frame, ModelAnswer, ModelRequest, Wire } from './wire.ts'

export interface Reply {
  readonly wire: Wire
  readonly request: ModelRequest
  readonly serial: number
  readonly response: ServerResponse
}

export function sendAnswer({ wire, request, serial, response }: Reply, answer: ModelAnswer): void {
  if (!request.stream) return sendJson(response, 200, wire.whole(answer, request, serial))
  openStream(response)
  for (const frame of wire.frames(answer, request, serial)) response.write(renderFrame(frame))
  response.end()
}

/** Answers with what went wrong. `hang` leaves the request open until its agent or this server ends it. */
export function sendFault(
  reply: Reply,
  fault: Exclude<ScriptedFault, { readonly kind: 'slow' | 'endless-tools' }>,
): void {
  const { response, wire } = reply
  switch (fault.kind) {
    case 'status': {
      const seconds = fault.retryAfterSeconds ?? null
      const again = seconds === null ? '' : ` Please try again in ${seconds}s.`
      const { headers, body } = wire.refuse({
        status: fault.status,
        message: fault.message ?? `${MESSAGES[fault.status]}${again}`,
        retryAfterSeconds: seconds,
        resetsAt: seconds === null ? null : new Date(Date.now() + seconds * 1000),
      })
      return sendJson(response, fault.status, body, headers)
    }
    case 'cut-stream':
      return cutStream(reply)
    case 'garbage':
      if (reply.request.stream) openStream(response)
      else response.writeHead(200, { 'content-type': 'application/json' })
      response.end('data: {"choices": [{"delta": \n\n<html>\u0000 502 Bad Gateway</html>\n\n')
      return undefined
    case 'hang':
      return undefined
  }
}

const MESSAGES: Readonly<Record<FaultStatus, string>> = {
  401: 'Incorrect API key provided.',
  402: 'You exceeded your current quota, please check your plan and billing details.',
  403: 'Your account is not allowed to use this model.',
  404: 'The model does not exist or you do not have access to it.',
  429: 'Rate limit reached.',
  500: 'The server had an error while processing your request.',
  503: 'The service is temporarily unavailable.',
  529: 'Overloaded.',
}

/** Half an answer, and then the connection is gone. */
function cutStream({ wire, request, serial, response }: Reply): void {
  const answer = { say: 'This answer is cut off before its end.' }
  if (!request.stream) {
    const body = JSON.stringify(wire.whole(answer, request, serial))
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
    response.write(body.slice(0, body.length / 2), () => response.destroy())
    return
  }
  openStream(response)
  const frames = wire.frames(answer, request, serial)
  const half = frames.slice(0, Math.ceil(frames.length / 2)).map(renderFrame)
  response.write(half.join(''), () => response.destroy())
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

function openStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
}

function renderFrame({ event, data }: Frame): string {
  const name = event === undefined ? '' : `event: ${event}\n`
  return `${name}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
}
