import { asRecord, type JsonRecord } from '../../../kernel/untrusted-json.ts'
import type { TappedProcess } from './tap-processes.ts'

/** A request of ours, with when it was sent, and its answer, if there was one. */
export interface HeardAnswer {
  readonly sentAt: number
  readonly answeredAt: number | null
  readonly params: JsonRecord
  /** Empty for an error or no answer. */
  readonly result: JsonRecord
  readonly error: JsonRecord | null
}

/** Every request of ours by this name, in order. */
export function heardAnswers({ messages }: TappedProcess, method: string): readonly HeardAnswer[] {
  return messages
    .filter(({ from, message }) => from === 'tutti' && message['method'] === method)
    .map(({ at, message }) => {
      const answer = messages.find(
        (each) =>
          each.from === 'agent' && !('method' in each.message) && each.message['id'] === message['id'],
      )
      const error = answer?.message['error']
      return {
        sentAt: at,
        answeredAt: answer?.at ?? null,
        params: asRecord(message['params']),
        result: asRecord(answer?.message['result']),
        error: error === undefined ? null : asRecord(error),
      }
    })
}

/** What the agent asked of us by this name: parameters of its requests. */
export function heardRequests({ messages }: TappedProcess, method: string): readonly JsonRecord[] {
  return messages
    .filter(({ from, message }) => from === 'agent' && message['method'] === method && 'id' in message)
    .map(({ message }) => asRecord(message['params']))
}
