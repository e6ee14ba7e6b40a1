import { refusedOnBus } from './bus.ts'
import type { Json } from '../kernel/json.ts'
import { type ToolInputs, toolInputs } from './tool-inputs.ts'

export type ToolName = 'submit_result' | keyof ToolInputs

/** A call that was taken: what an agent handed in, told or asked for. Looking something up is none. */
export type ToolCall =
  | { readonly tool: 'submit_result'; readonly input: Json }
  | {
      readonly [Name in keyof ToolInputs]: { readonly tool: Name; readonly input: ToolInputs[Name] }
    }[keyof ToolInputs]

export type JudgedCall =
  | { readonly kind: 'taken'; readonly call: ToolCall; readonly answer: string }
  | { readonly kind: 'looking'; readonly call: Lookup | BusLookup }
  | { readonly kind: 'refused'; readonly complaint: string }

/** A call that reads what others have left. */
export type Lookup = Extract<ToolCall, { tool: 'team_message' | 'wisdom' | 'exploration' }>

/** A look at the bus of a team. */
export type BusLookup = Extract<ToolCall, { tool: 'team_msg' }>

/** What a tool may be given: what is deeper or longer costs more than it can be worth. */
const DEEPEST = 40
const LONGEST = 200_000

/** Says why an input is not even looked at, or `null`. */
export function isTooMuch(input: Json): string | null {
  if (depthBeyond(input)) return `The input is nested more than ${DEEPEST} deep.`
  return JSON.stringify(input).length > LONGEST ? `The input is longer than ${LONGEST} characters.` : null
}

function depthBeyond(input: Json): boolean {
  let level: readonly Json[] = [input]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return true
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    )
  }
  return false
}

/** Judges a call of any tool but `submit_result`, which its contract judges. */
export function judgeCall(tool: keyof ToolInputs, input: Json): JudgedCall {
  const parsed = toolInputs[tool].safeParse(input)
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      ({ path, message }) => `- ${path.join('.') || 'input'}: ${message}`,
    )
    return { kind: 'refused', complaint: `Your input does not fit:\n${problems.join('\n')}` }
  }
  const call = { tool, input: parsed.data } as Exclude<ToolCall, { tool: 'submit_result' }>
  const refusal = call.tool === 'team_msg' ? refusedOnBus(call.input) : null
  if (refusal !== null) return { kind: 'refused', complaint: refusal }
  const missing = missingIn(call)
  if (missing.length > 0) {
    return { kind: 'refused', complaint: `For this your input must also have: ${missing.join(', ')}.` }
  }
  return isLookup(call)
    ? { kind: 'looking', call: call as Lookup | BusLookup }
    : { kind: 'taken', call, answer: ANSWERS[tool] }
}

function isLookup(call: ToolCall): boolean {
  switch (call.tool) {
    case 'team_message':
    case 'wisdom':
      return call.input.action === 'read'
    case 'team_msg':
      return call.input.operation !== 'log'
    case 'exploration':
      return call.input.action === 'get'
    default:
      return false
  }
}

function missingIn(call: Exclude<ToolCall, { tool: 'submit_result' }>): readonly string[] {
  if (isLookup(call)) return []
  const { input } = call
  switch (call.tool) {
    case 'team_message':
      return absent(input, ['type', 'text'])
    case 'wisdom':
      return [...absent(input, ['kind', 'text']), ...(call.input.evidence.length === 0 ? ['evidence'] : [])]
    case 'exploration':
      return absent(input, ['angle', 'summary'])
    default:
      return []
  }
}

function absent(input: object, names: readonly string[]): readonly string[] {
  return names.filter((name) => (input as Readonly<Record<string, unknown>>)[name] === null)
}

const later =
  'It is recorded, and nobody answers within this turn. End your turn now with the status `needs_input` and say there what you wait for: the answer opens your next turn.'

const ANSWERS: Readonly<Record<keyof ToolInputs, string>> = {
  report_progress: 'Noted. Go on.',
  ask_person: later,
  request_capability: later,
  team_message: 'Posted.',
  team_msg: 'Logged.',
  wisdom: 'Kept.',
  exploration: 'Kept.',
}
