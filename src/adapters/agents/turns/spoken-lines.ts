import { RunFailure } from '../../../kernel/failure.ts'
import type { Activity } from '../../../kernel/ports/activity.ts'

const MAX_TEXT = 16 * 1024 * 1024
/** What a piece counts at least, so that millions of empty ones are not kept. */
const PIECE_COST = 32
const LONGEST_LINE = 400
const LONGEST_WAIT_MS = 1000
const LONGEST_ACTIVITY = 4000

export interface SpeechOptions {
  readonly agent: string
  readonly step: string
  readonly now: () => number
  readonly onActivity: (activity: Activity) => void
}

/** What an agent says and thinks in one turn, with pieces merged into lines for people. Contract: bounded. */
export class SpokenLines {
  readonly #options: SpeechOptions
  readonly #said: string[] = []
  #length = 0
  #isSilent = true
  #line: { readonly kind: 'message' | 'thought'; readonly since: number; text: string } | null = null

  constructor(options: SpeechOptions) {
    this.#options = options
  }

  /** Whether nothing at all was said, thought or told. */
  get isSilent(): boolean {
    return this.#isSilent
  }

  /** Everything it said, with this between the pieces. */
  textWith(between: '' | '\n\n'): string {
    return this.#said.join(between)
  }

  /** The last piece that is more than blank. */
  get last(): string {
    return this.#said.findLast((text) => text.trim() !== '') ?? ''
  }

  say(text: string): void {
    this.#length += Math.max(text.length, PIECE_COST)
    if (this.#length > MAX_TEXT) {
      throw new RunFailure({
        code: 'agent-failed',
        trouble: 'protocol',
        message: `Agent "${this.#options.agent}" said more than 16 MB in one turn; its turn was ended.`,
      })
    }
    this.#said.push(text)
    this.#grow('message', text)
  }

  think(text: string): void {
    this.#grow('thought', text)
  }

  /** Tells something else, after the line that is still growing. */
  note(kind: Activity['kind'], text: string): void {
    this.flush()
    this.#tell(kind, text)
  }

  /** Hands out the line that is still growing. */
  flush(): void {
    const line = this.#line
    this.#line = null
    if (line !== null) this.#tell(line.kind, line.text.trim())
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
    if (text === '') return
    this.#isSilent = false
    onActivity({ step, kind, text: text.slice(0, LONGEST_ACTIVITY) })
  }
}
