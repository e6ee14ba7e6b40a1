import { RunFailure } from '../../../kernel/failure.ts'
import type { Activity } from '../../../kernel/ports/activity.ts'
import { describePlan } from './describe-plan.ts'
import { describeToolCall, mergeToolCall, type ToolCall } from './tool-call.ts'
import { asRecord, asText } from '../../../kernel/untrusted-json.ts'

const MAX_TEXT = 16 * 1024 * 1024
const MAX_TOOL_CALLS = 2000
const LONGEST_LINE = 400
const LONGEST_WAIT_MS = 1000

export interface TranscriptOptions {
  readonly agent: string
  readonly step: string
  readonly now: () => number
  readonly onActivity: (activity: Activity) => void
  /** Called once with a tool call that could not change what it wanted to, unless it was not let. */
  readonly onStopped: (tool: ToolCall) => void
}

/** What one turn said and did, with chunks merged into lines for people. */
export class TurnTranscript {
  readonly #options: TranscriptOptions
  readonly #tools = new Map<string, ToolCall>()
  readonly #refused = new Set<string>()
  readonly #said: string[] = []
  #saidLength = 0
  #line: { readonly kind: 'message' | 'thought'; readonly since: number; text: string } | null = null
  #plan = ''

  constructor(options: TranscriptOptions) {
    this.#options = options
  }

  get text(): string {
    return this.#said.join('')
  }

  /** Takes one `session/update`; kinds that are not known mean nothing here. */
  take(update: unknown): void {
    const { sessionUpdate, content, entries } = asRecord(update)
    const text = asText(asRecord(content)['text'])
    switch (sessionUpdate) {
      case 'agent_message_chunk':
        if (text !== null) this.#say(text)
        break
      case 'agent_thought_chunk':
        if (text !== null) this.#grow('thought', text)
        break
      case 'tool_call':
      case 'tool_call_update':
        this.tool(update)
        break
      case 'plan':
        this.#notePlan(describePlan(entries))
        break
      default:
        break
    }
  }

  /** Remembers that a tool call was not let. */
  refuse(told: unknown): void {
    this.#refused.add(idOf(told))
  }

  /** Adds what a message tells of a tool call, in whatever order messages come. */
  tool(told: unknown): ToolCall {
    const id = idOf(told)
    const known = this.#tools.get(id)
    const merged = mergeToolCall(known, told)
    const line = describeToolCall(merged)
    this.#tools.set(id, merged)
    if (this.#tools.size > MAX_TOOL_CALLS) this.#forgetOldest()
    if (known === undefined || line !== describeToolCall(known)) this.note('tool', line)
    if (merged.stopped && known?.stopped !== true && !this.#refused.has(id)) this.#options.onStopped(merged)
    return merged
  }

  note(kind: Activity['kind'], text: string): void {
    this.flush()
    this.#options.onActivity({ step: this.#options.step, kind, text })
  }

  /** Hands out the line that is still growing. */
  flush(): void {
    const line = this.#line
    this.#line = null
    const text = line?.text.trim() ?? ''
    if (line !== null && text !== '') {
      this.#options.onActivity({ step: this.#options.step, kind: line.kind, text: text.slice(0, 4000) })
    }
  }

  #say(text: string): void {
    this.#saidLength += text.length
    if (this.#saidLength > MAX_TEXT) {
      throw new RunFailure({
        code: 'agent-failed',
        trouble: 'protocol',
        message: `Agent "${this.#options.agent}" said more than 16 MB in one turn; its turn was ended.`,
      })
    }
    this.#said.push(text)
    this.#grow('message', text)
  }

  #grow(kind: 'message' | 'thought', text: string): void {
    const now = this.#options.now()
    if (this.#line?.kind !== kind) this.flush()
    const line = (this.#line ??= { kind, since: now, text: '' })
    line.text += text
    if (line.text.length >= LONGEST_LINE || now - line.since >= LONGEST_WAIT_MS) this.flush()
  }

  #notePlan(plan: string): void {
    if (plan !== '' && plan !== this.#plan) this.note('plan', plan)
    this.#plan = plan
  }

  #forgetOldest(): void {
    for (const id of this.#tools.keys()) {
      this.#tools.delete(id)
      return
    }
  }
}

function idOf(told: unknown): string {
  return asText(asRecord(told)['toolCallId']) ?? ''
}
