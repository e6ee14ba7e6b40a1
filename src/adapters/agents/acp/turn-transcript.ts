import type { Activity } from '../../../kernel/ports/activity.ts'
import type { Access } from '../../../kernel/ports/agents.ts'
import { asRecord, asText } from '../../../kernel/untrusted-json.ts'
import { type SpeechOptions, SpokenLines } from '../turns/spoken-lines.ts'
import { describePlan } from './describe-plan.ts'
import { describeToolCall, mergeToolCall, type ToolCall, wasStopped } from './tool-call.ts'

const MAX_TOOL_CALLS = 2000
/** Letters of titles and paths of all tool calls that are remembered. */
const MAX_TOOL_TEXT = 8_000_000
const LONGEST_ID = 200

export interface TranscriptOptions extends SpeechOptions {
  readonly access: Access
  /** Called once with a tool call that could not do what it wanted to, unless it was not let. */
  readonly onStopped: (tool: ToolCall) => void
}

/** What one turn said and did, with chunks merged into lines for people. */
export class TurnTranscript {
  readonly #options: TranscriptOptions
  readonly #tools = new Map<string, ToolCall>()
  #toolText = 0
  readonly #refused = new Set<string>()
  readonly #spoken: SpokenLines
  #plan = ''

  constructor(options: TranscriptOptions) {
    this.#options = options
    this.#spoken = new SpokenLines(options)
  }

  /** Whether nothing was said or done; the line that is still growing does not count. */
  get isSilent(): boolean {
    return this.#spoken.isSilent
  }

  get text(): string {
    return this.#spoken.textWith('')
  }

  /** The last piece of the text. */
  get last(): string {
    return this.#spoken.last
  }

  /** Takes one `session/update`; kinds that are not known mean nothing here. */
  take(update: unknown): void {
    const { sessionUpdate, content, entries } = asRecord(update)
    const text = asText(asRecord(content)['text'])
    switch (sessionUpdate) {
      case 'agent_message_chunk':
        if (text !== null) this.#spoken.say(text)
        break
      case 'agent_thought_chunk':
        if (text !== null) this.#spoken.think(text)
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
    if (this.#refused.size < MAX_TOOL_CALLS) this.#refused.add(idOf(told))
  }

  /** Adds what a message tells of a tool call, in whatever order messages come. */
  tool(told: unknown): ToolCall {
    const id = idOf(told)
    const known = this.#tools.get(id)
    const merged = mergeToolCall(known, told)
    const line = describeToolCall(merged)
    this.#tools.delete(id)
    this.#tools.set(id, merged)
    this.#toolText += sizeOf(merged) - (known === undefined ? 0 : sizeOf(known))
    while (this.#tools.size > MAX_TOOL_CALLS || (this.#toolText > MAX_TOOL_TEXT && this.#tools.size > 1))
      this.#forgetOldest()
    if (known === undefined || line !== describeToolCall(known)) this.note('tool', line)
    const { access, onStopped } = this.#options
    const isNews = wasStopped(merged, access) && (known === undefined || !wasStopped(known, access))
    if (isNews && !this.#refused.has(id)) onStopped(merged)
    return merged
  }

  note(kind: Activity['kind'], text: string): void {
    this.#spoken.note(kind, text)
  }

  /** Hands out the line that is still growing. */
  flush(): void {
    this.#spoken.flush()
  }

  #notePlan(plan: string): void {
    if (plan !== '' && plan !== this.#plan) this.note('plan', plan)
    this.#plan = plan
  }

  #forgetOldest(): void {
    for (const [id, tool] of this.#tools) {
      this.#toolText -= sizeOf(tool)
      this.#tools.delete(id)
      return
    }
  }
}

function sizeOf({ title, paths }: ToolCall): number {
  return paths.reduce((sum, path) => sum + path.length, title.length)
}

function idOf(told: unknown): string {
  return (asText(asRecord(told)['toolCallId']) ?? '').slice(0, LONGEST_ID)
}
