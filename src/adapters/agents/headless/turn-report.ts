import { RunFailure } from '../../../kernel/failure.ts'
import type { Activity } from '../../../kernel/ports/activity.ts'
import type { Access } from '../../../kernel/ports/agents.ts'
import type { JsonRecord } from '../../../kernel/untrusted-json.ts'
import type { HeadlessWay } from '../../../profiles/headless-way.ts'
import { numberIn, textsIn, wordsIn } from './pick-line.ts'

const MAX_TEXT = 16 * 1024 * 1024
const LONGEST_LINE = 400
const LONGEST_WAIT_MS = 1000
const LONGEST_ACTIVITY = 4000
/** What a system says to whoever writes where it may not. */
const READ_ONLY = /read-only file system|\bEROFS\b/i

export interface ReportOptions {
  readonly agent: string
  readonly step: string
  readonly access: Access
  readonly way: HeadlessWay
  readonly now: () => number
  readonly onActivity: (activity: Activity) => void
  readonly onRefused: (what: string) => void
}

/** What one turn said and did, read line by line from what the program prints. */
export class TurnReport {
  readonly #options: ReportOptions
  readonly #said: string[] = []
  #length = 0
  #line: { readonly kind: 'message' | 'thought'; readonly since: number; text: string } | null = null
  #lastTool = ''
  model: string | null = null
  failure: string | null = null
  /** What went wrong since it last said or did anything. */
  complaint: string | null = null
  /** Why it stopped, once it has said that the turn is over; often empty. */
  end: string | null = null

  constructor(options: ReportOptions) {
    this.#options = options
  }

  get text(): string {
    return this.#said.join(this.#options.way.output.saysIn === 'pieces' ? '' : '\n\n')
  }

  /** Takes a line; `raw` is what it was read from. */
  take(line: JsonRecord, raw: string): { readonly tokens: number | null; readonly usd: number | null } {
    const { output, tokens, usd } = this.#options.way
    this.model = wordsIn(line, output.model).at(-1) ?? this.model
    for (const text of wordsIn(line, output.thinks)) this.#grow('thought', text)
    const [tools, said] = [textsIn(line, output.tools), wordsIn(line, output.says)]
    if (tools.length > 0 || said.length > 0) this.complaint = null
    for (const text of tools) this.#tool(text)
    for (const text of said) this.#say(text)
    for (const text of textsIn(line, output.refusals)) this.#refuse(text, 'its own program refused it')
    if (this.#options.access === 'read' && READ_ONLY.test(raw)) this.#refuse(this.#lastTool, 'read access')
    this.complaint = textsIn(line, output.complaints).at(-1) ?? this.complaint
    this.failure = textsIn(line, output.failures).at(-1) ?? this.failure
    this.end = textsIn(line, output.ends).at(-1) ?? this.end
    return { tokens: numberIn(line, tokens.from), usd: numberIn(line, usd.from) }
  }

  /** Hands out the line that is still growing. */
  flush(): void {
    const line = this.#line
    this.#line = null
    const text = line?.text.trim() ?? ''
    if (line !== null && text !== '') this.#tell(line.kind, text)
  }

  #say(text: string): void {
    this.#length += text.length
    if (this.#length > MAX_TEXT) {
      throw new RunFailure({
        code: 'agent-failed',
        trouble: 'protocol',
        message: `Agent "${this.#options.agent}" said more than 16 MB in one turn; its turn was ended.`,
      })
    }
    this.#said.push(text)
    this.#grow('message', text)
    if (this.#options.way.output.saysIn === 'messages') this.flush()
  }

  #tool(text: string): void {
    this.#lastTool = text
    this.flush()
    this.#tell('tool', text)
  }

  #refuse(what: string, why: string): void {
    this.flush()
    this.#options.onRefused(`${what}, ${why}`)
    this.#tell('permission', `refused: ${what}, ${why}`)
  }

  #grow(kind: 'message' | 'thought', text: string): void {
    const now = this.#options.now()
    if (this.#line?.kind !== kind) this.flush()
    const line = (this.#line ??= { kind, since: now, text: '' })
    line.text += text
    if (line.text.length >= LONGEST_LINE || now - line.since >= LONGEST_WAIT_MS) this.flush()
  }

  #tell(kind: Activity['kind'], text: string): void {
    const { step, onActivity } = this.#options
    if (text !== '') onActivity({ step, kind, text: text.slice(0, LONGEST_ACTIVITY) })
  }
}
