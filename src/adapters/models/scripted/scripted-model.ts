import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { asRecord, type JsonRecord } from '../../../kernel/untrusted-json.ts'
import { answerAside } from './answer-aside.ts'
import { answerStep } from './answer-step.ts'
import { anthropicWire } from './anthropic-wire.ts'
import { chatWire } from './chat-wire.ts'
import { geminiWire } from './gemini-wire.ts'
import { playScenario, type ScenarioOrSteps } from './play-scenario.ts'
import { readTurn } from './read-turn.ts'
import { responsesWire } from './responses-wire.ts'
import { sendAnswer, sendFault, sendJson, type Reply } from './send-answer.ts'
import { USAGE } from './wire.ts'

export interface ScriptedModel {
  /** Without a path: the agent adds its own. */
  readonly url: string
  /** How many requests the scenario has answered; titles and other asides are left out. */
  answered(): number
  /** Those requests, oldest first. */
  requests(): readonly AnsweredRequest[]
  close(): Promise<void>
}

export interface AnsweredRequest {
  readonly wire: string
  readonly model: string
  /** What the user said in the turn that the request belongs to. */
  readonly said: string
  /** How many tool results of that turn came before it. */
  readonly step: number
}

const WIRES = [chatWire, responsesWire, anthropicWire, geminiWire]
/** Gives an agent time to reach its servers. */
const BETWEEN_SEARCHES_MS = 250
/** Names of models that agents look for in a list before they use them. */
const MODELS = ['scripted-model', 'claude-scripted', 'gemini-2.5-flash']

/**
 * A model on loopback that plays a scenario, on each of the wires that agents talk. It keeps no state but how
 * often a scene was begun: what comes next stands in the conversation that the agent sends.
 */
export async function startScriptedModel(options: {
  readonly scenario: ScenarioOrSteps
  /** Any free one unless told. */
  readonly port?: number
}): Promise<ScriptedModel> {
  const play = playScenario(options.scenario)
  const requests: AnsweredRequest[] = []
  let serial = 0

  const respond = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = new URL(incoming.url ?? '/', 'http://localhost').pathname
    const wire = WIRES.find((each) => each.matches(path))
    if (incoming.method !== 'POST' || wire === undefined) return answerProbe(incoming, response, path)
    const request = wire.readRequest(incoming.url ?? '/', readBody(await text(incoming)))
    const reply: Reply = { wire, request, serial: ++serial, response }
    const turn = readTurn(request)
    const aside = answerAside(request, turn.said, reply.serial)
    if (aside !== null) return sendAnswer(reply, aside)
    requests.push({ wire: wire.name, model: request.model, said: turn.said, step: turn.step })
    const { step, scene, waitMs: slowMs } = play.next(turn)
    const waitMs = slowMs + (turn.isConnecting ? BETWEEN_SEARCHES_MS : 0)
    if (waitMs > 0 && !(await waitFor(waitMs, response))) return undefined
    const answer = answerStep(step, { request, turn, scene, serial: reply.serial })
    return 'kind' in answer ? sendFault(reply, answer) : sendAnswer(reply, answer)
  }

  const server = createServer((incoming, response) => {
    respond(incoming, response).catch((error: unknown) => {
      if (!response.headersSent) sendJson(response, 500, { error: { message: String(error) } })
      else response.destroy()
    })
  })
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answered: () => requests.length,
    requests: () => requests,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** What agents look at before they ask: whether anybody is there, and which models. */
function answerProbe(incoming: IncomingMessage, response: ServerResponse, path: string): void {
  incoming.resume()
  if (path.endsWith('/count_tokens')) return sendJson(response, 200, { input_tokens: USAGE.input })
  if (path.endsWith(':countTokens')) return sendJson(response, 200, { totalTokens: USAGE.input })
  if (incoming.method === 'HEAD' || path === '/') {
    response.writeHead(200).end()
    return
  }
  if (incoming.method === 'GET' && path.endsWith('/models')) {
    const data = MODELS.map((id) => ({
      id,
      object: 'model',
      type: 'model',
      display_name: id,
      owned_by: 'tutti',
    }))
    const models = MODELS.map((id) => ({ name: `models/${id}`, displayName: id }))
    sendJson(response, 200, { object: 'list', data, has_more: false, models })
    return
  }
  sendJson(response, 404, { error: { message: `Nothing is at ${path}.`, type: 'not_found_error' } })
}

/** Whether anybody is still there to be answered afterwards. */
async function waitFor(ms: number, response: ServerResponse): Promise<boolean> {
  const left = new AbortController()
  response.once('close', () => left.abort())
  return wait(ms, true, { signal: left.signal }).catch(() => false)
}

function readBody(body: string): JsonRecord {
  try {
    return asRecord(JSON.parse(body))
  } catch {
    return {}
  }
}
