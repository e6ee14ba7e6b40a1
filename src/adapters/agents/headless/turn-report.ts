import type { Access } from '../../../kernel/ports/agents.ts'
import type { JsonRecord } from '../../../kernel/untrusted-json.ts'
import type { HeadlessWay } from '../../../profiles/headless-way.ts'
import { type SpeechOptions, SpokenLines } from '../turns/spoken-lines.ts'
import { figuresIn, textsIn, wordsIn } from './pick-line.ts'

/** What a system says to whoever writes where it may not. */
const READ_ONLY = /read-only file system|\bEROFS\b/i

export interface ReportOptions extends SpeechOptions {
  readonly access: Access
  readonly way: HeadlessWay
  readonly onRefused: (what: string) => void
}

/** The figures of one line as it tells them, by their parts. */
export interface ToldFigures {
  readonly tokens: readonly unknown[]
  readonly usd: readonly unknown[]
}

/** What one turn said and did, read line by line from what the program prints. */
export class TurnReport {
  readonly #options: ReportOptions
  readonly #spoken: SpokenLines
  #lastTool = ''
  model: string | null = null
  failure: string | null = null
  /** What went wrong since it last said or did anything. */
  complaint: string | null = null
  /** Why it stopped, once it has said that the turn is over; often empty. */
  end: string | null = null

  constructor(options: ReportOptions) {
    this.#options = options
    this.#spoken = new SpokenLines(options)
  }

  get isSilent(): boolean {
    return this.#spoken.isSilent
  }

  get text(): string {
    return this.#spoken.textWith(this.#options.way.output.saysIn === 'pieces' ? '' : '\n\n')
  }

  /** Takes a line; `raw` is what it was read from. */
  take(line: JsonRecord, raw: string): ToldFigures {
    const { output, tokens, usd } = this.#options.way
    this.model = wordsIn(line, output.model).at(-1) ?? this.model
    for (const text of wordsIn(line, output.thinks)) this.#spoken.think(text)
    const [tools, said] = [textsIn(line, output.tools), wordsIn(line, output.says)]
    if (tools.length > 0 || said.length > 0) this.complaint = null
    for (const text of tools) this.#tool(text)
    for (const text of said) this.#say(text)
    for (const text of textsIn(line, output.refusals)) this.#refuse(text, 'its own program refused it')
    if (this.#options.access === 'read' && READ_ONLY.test(raw)) this.#refuse(this.#lastTool, 'read access')
    this.complaint = textsIn(line, output.complaints).at(-1) ?? this.complaint
    this.failure = textsIn(line, output.failures).at(-1) ?? this.failure
    this.end = textsIn(line, output.ends).at(-1) ?? this.end
    return { tokens: figuresIn(line, tokens.from), usd: figuresIn(line, usd.from) }
  }

  /** Hands out the line that is still growing. */
  flush(): void {
    this.#spoken.flush()
  }

  #say(text: string): void {
    this.#spoken.say(text)
    if (this.#options.way.output.saysIn === 'messages') this.flush()
  }

  #tool(text: string): void {
    this.#lastTool = text
    this.#spoken.note('tool', text)
  }

  #refuse(what: string, why: string): void {
    this.#options.onRefused(`${what}, ${why}`)
    this.#spoken.note('permission', `refused: ${what}, ${why}`)
  }
}
