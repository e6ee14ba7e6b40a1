import { z } from 'zod'
import type { Json } from '../kernel/json.ts'
import type { Contract } from './contract.ts'

export type ReadReply<Out> =
  | { readonly kind: 'fits'; readonly reply: Out }
  | { readonly kind: 'unfit'; readonly complaint: string }

/** Reads an agent's words as the contract's reply. Contract: a reply is judged here and nowhere believed. */
export function readReply<In, Out>(contract: Contract<In, Out>, text: string): ReadReply<Out> {
  const found = lastJsonObject(text)
  if (found === null) return { kind: 'unfit', complaint: 'Your reply has no JSON object in it.' }
  return judgeReply(contract, found)
}

/** Judges a value, whichever way an agent handed it in. */
export function judgeReply<In, Out>(contract: Contract<In, Out>, value: unknown): ReadReply<Out> {
  const parsed = contract.reply.safeParse(value)
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      (issue) => `- ${issue.path.join('.') || 'reply'}: ${issue.message}`,
    )
    return { kind: 'unfit', complaint: shortened(`Your JSON does not fit:\n${problems.join('\n')}`) }
  }
  const complaint = contract.judge?.(parsed.data) ?? null
  return complaint === null
    ? { kind: 'fits', reply: parsed.data }
    : { kind: 'unfit', complaint: shortened(complaint) }
}

/** As much of a complaint as anybody will act on: a reply with a thousand faults must not make a prompt of them. */
const LONGEST_COMPLAINT = 20_000

function shortened(complaint: string): string {
  const more = complaint.length - LONGEST_COMPLAINT
  return more <= 0 ? complaint : `${complaint.slice(0, LONGEST_COMPLAINT)}\n… (${more} more characters)`
}

export function replySchema<In, Out>(contract: Contract<In, Out>): { readonly [key: string]: Json } {
  const { $schema: _, ...schema } = z.toJSONSchema(contract.reply, { io: 'input' })
  return schema as { readonly [key: string]: Json }
}

/** How the reply is asked for; agents without tools of ours answer with one JSON block. */
export function replyInstruction<In, Out>(contract: Contract<In, Out>, hasTools = false): string {
  return [
    '## Your reply',
    ...(hasTools ? [BY_TOOL] : []),
    'End with one JSON object in a ```json block that fits this JSON schema. Nothing after it.',
    '```json-schema',
    JSON.stringify(replySchema(contract)),
    '```',
  ].join('\n')
}

/** Programs put names before ours, and some show the tools of a server only to whoever searches for them. */
const BY_TOOL =
  'If you have a tool whose name ends in `submit_result` (of the server `tutti`; if you can search for tools, search for it), hand your reply in with it and end your turn when it is accepted. If you have no such tool:'

const LONGEST_REPLY = 200_000
const MOST_TRIES = 1000

/** The last complete JSON object in a text with whatever noise around it; a hostile text costs bounded time. */
export function lastJsonObject(said: string): unknown {
  const text = said.slice(-LONGEST_REPLY)
  let found: unknown = null
  let tries = 0
  let from = text.indexOf('{')
  while (from !== -1 && tries < MOST_TRIES) {
    const end = endOfObject(text, from)
    const value = end === -1 ? undefined : parsed(text.slice(from, end + 1))
    if (value === undefined) tries += 1
    else found = value
    from = text.indexOf('{', value === undefined ? from + 1 : end + 1)
  }
  return found
}

function endOfObject(text: string, from: number): number {
  let depth = 0
  let quoted = false
  for (let index = from; index < text.length; index += 1) {
    const character = text[index]
    if (quoted) {
      if (character === '\\') index += 1
      else if (character === '"') quoted = false
    } else if (character === '"') quoted = true
    else if (character === '{') depth += 1
    else if (character === '}') {
      depth -= 1
      if (depth === 0) return index
    }
  }
  return -1
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
