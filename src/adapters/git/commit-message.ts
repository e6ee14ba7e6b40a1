import { manyLines, oneLine } from '../../kernel/plain-text.ts'

export interface MessageFacts {
  readonly message: string
  readonly run: string
  readonly step: string
  /** Each becomes a trailer. */
  readonly tasks?: readonly string[]
}

const LONGEST_SUBJECT = 120
const MOST_BODY = 20_000

/** What says who made or allowed a commit: only our own trailers say that. */
const TRAILER = /^\s*(?:(?:tutti|git)-[\w-]+|[\w-]+-by|change-id|on-behalf-of|skip-checks)\s*:/i

/** Where `git am` ends a message and begins to read a change, or the next letter. */
const PATCH = /^(?:diff -|Index: |---|From |>+From |.*-- ?(?:>8|8<|>%|%<) ?--)/

/** What switches a service off that the user wants to look at the commit. */
const SWITCH = /\[([\w-]+ ?(?:ci|actions)|(?:ci|actions) [\w-]+|no[_ ]?ci)\]|\*\*\*NO_CI\*\*\*/gi

/**
 * The message of a commit of ours. Contract: whatever the words, they hold no character that a terminal acts on or
 * nobody sees, no trailer, nothing that is read as a patch and no switch; the trailers at the end are ours alone.
 */
export function commitMessage({ message, run, step, tasks = [] }: MessageFacts): string {
  const [first = '', ...rest] = manyLines(message).trim().split('\n')
  const subject = oneLine(first.replaceAll(SWITCH, '($1)'), LONGEST_SUBJECT)
  const body = rest.join('\n').slice(0, MOST_BODY).split('\n').map(harmless).join('\n').trim()
  const trailers = [
    ...tasks.map((task) => `Tutti-Task: ${oneLine(task)}`),
    `Tutti-Run: ${oneLine(run)}`,
    `Tutti-Step: ${oneLine(step)}`,
  ]
  const parts = [harmless(subject), body, trailers.join('\n')]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function harmless(line: string): string {
  const plain = line.replaceAll(SWITCH, '($1)').trimEnd()
  return TRAILER.test(plain) || PATCH.test(plain) ? `> ${plain}` : plain
}
