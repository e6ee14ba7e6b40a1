import type { Access } from '../../../kernel/ports/agents.ts'
import { asList, asRecord, asText } from '../../../kernel/untrusted-json.ts'

/** What is known of one tool call, whichever messages told it. */
export interface ToolCall {
  readonly title: string
  readonly kind: string
  readonly status: string
  readonly paths: readonly string[]
  /** Whether any message said that it changes files, whatever kind it calls itself since. */
  readonly changes: boolean
  /** Whether what it printed speaks of something that the system does not let it. */
  readonly speaksOfLimits: boolean
}

const CHANGING: ReadonlySet<string> = new Set(['edit', 'delete', 'move'])
/** How names end that agents give to files and folders in the input of their tools. */
const PATH_WORDS: ReadonlySet<string> = new Set(
  'path paths file files filename filenames directory directories dir folder cwd workdir uri destination'.split(
    ' ',
  ),
)
const DEEPEST_INPUT = 4
/** A call that names more is refused, so that none of them goes unseen. */
export const MOST_PATHS = 1000

/** What names a command in a tool's input, and what may stand beside it. */
const COMMAND_WORDS: ReadonlySet<string> = new Set(
  'command cmd cwd workdir description timeout timeout_secs timeout_ms is_background'.split(' '),
)
/** What is said to a call that runs into a read-only file system, or into what the agent itself keeps to. */
const LIMITS = /read-only file system|\bEROFS\b|operation not permitted|outside the allowed workspace/i
const LONGEST_LOOK = 20_000

/** Lays a `tool_call`, a `tool_call_update` or a permission request's tool call over what was known. */
export function mergeToolCall(known: ToolCall | undefined, told: unknown): ToolCall {
  const { title, kind, status, locations, content, rawInput } = asRecord(told)
  const parts = asList(content).map(asRecord)
  const paths = [
    ...asList(locations).map((location) => asText(asRecord(location)['path'])),
    ...parts.map((part) => asText(part['path'])),
    ...pathsIn(rawInput, DEEPEST_INPUT),
  ].filter((path) => path !== null)
  const changes = CHANGING.has(asText(kind) ?? '') || parts.some(({ type }) => type === 'diff')
  return {
    changes: changes || (known?.changes ?? false),
    speaksOfLimits: (known?.speaksOfLimits ?? false) || outputIn(told).some((text) => LIMITS.test(text)),
    title: asText(title) ?? known?.title ?? '',
    kind: kindOf(asText(kind) ?? known?.kind ?? 'other', rawInput),
    status: asText(status) ?? known?.status ?? 'pending',
    paths: [...new Set([...(known?.paths ?? []), ...paths])].slice(0, MOST_PATHS + 1),
  }
}

/**
 * Whether it could not do what it wanted to. Who may only read never changes a file; who may write has edits that fail
 * for many reasons, and reads files that speak of limits.
 */
export function wasStopped({ changes, speaksOfLimits, status }: ToolCall, access: Access): boolean {
  const hasFailed = status === 'failed'
  return access === 'read' ? speaksOfLimits || (changes && hasFailed) : speaksOfLimits && hasFailed
}

/** Some agents call all their tools `other`; one that is given a command, and nothing else, runs it. */
function kindOf(told: string, rawInput: unknown): string {
  if (told !== 'other') return told
  const input = asRecord(rawInput)
  const command = asText(input['command']) ?? asText(input['cmd'])
  const isBare = Object.keys(input).every((name) => COMMAND_WORDS.has(name))
  return command !== null && isBare ? 'execute' : told
}

/** What a tool printed, as far as a message tells it, where the different agents put it. */
function outputIn(told: unknown): readonly string[] {
  const { content, rawOutput, _meta } = asRecord(told)
  const { output, stderr, error } = asRecord(rawOutput)
  const texts = asList(content).map((part) => asRecord(asRecord(part)['content'])['text'])
  const delta = asRecord(asRecord(_meta)['terminal_output_delta'])['data']
  return [...texts, rawOutput, output, stderr, error, delta].flatMap((text) =>
    typeof text === 'string' ? [text.slice(0, LONGEST_LOOK)] : [],
  )
}

/** Paths in a tool's own input, by the names of its fields; a command line is not taken apart. */
function pathsIn(input: unknown, depth: number): readonly string[] {
  if (depth === 0) return []
  if (Array.isArray(input)) return input.flatMap((each) => pathsIn(each, depth - 1))
  return Object.entries(asRecord(input)).flatMap(([name, value]) => {
    if (!namesPath(name)) return pathsIn(value, depth - 1)
    const texts = [value, ...asList(value)].map(asText).filter((text) => text !== null)
    return [...texts, ...pathsIn(value, depth - 1)]
  })
}

/** `filePath`, `old_path` and `file_name` alike. */
function namesPath(name: string): boolean {
  const words = name.slice(0, 100).match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? []
  const [last = '', before = ''] = words.map((word) => word.toLowerCase()).reverse()
  return PATH_WORDS.has(last) || PATH_WORDS.has(before + last)
}

/** One line for people, such as `edit hello.txt (completed)`. */
export function describeToolCall({ title, kind, status, paths }: ToolCall): string {
  const what = title.replaceAll(/\s+/g, ' ').trim() || [kind, ...paths.slice(0, 3)].join(' ')
  return `${what.slice(0, 200)} (${status})`
}
