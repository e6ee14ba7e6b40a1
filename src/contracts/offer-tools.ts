import { z } from 'zod'
import type { Json } from '../kernel/json.ts'
import type { Tool } from '../kernel/ports/tools.ts'
import type { Contract } from './contract.ts'
import { judgeReply, replySchema } from './read-reply.ts'
import { isTooMuch, type JudgedCall, judgeCall } from './tool-call.ts'
import { type ToolInputs, toolInputs } from './tool-inputs.ts'

/** The tools of one turn, and what is thought of each call; pure, so that a turn can be played anywhere. */
export interface TurnTools {
  readonly tools: readonly Tool[]
  /** The task that the turn is about. */
  readonly task: string | null
  judge(name: string, input: Json): JudgedCall
}

/** The tools that a contract's agent is offered: a result is judged when it is handed in, while it can be repaired. */
export function offerTools<In, Out>(contract: Contract<In, Out>, task: string | null): TurnTools {
  const schema = replySchema(contract)
  const isWrapped = schema['type'] !== 'object'
  const names = namesFor(schema, contract.hasBus ?? false)
  const submit: Tool = {
    name: 'submit_result',
    description: `Hands in your reply as the ${contract.role}. It is judged at once: correct what is wrong and call again; once it is accepted, end your turn. The last accepted one counts.`,
    input: isWrapped
      ? { type: 'object', properties: { result: schema }, required: ['result'] }
      : { ...schema, type: 'object' },
  }
  return {
    tools: [submit, ...names.map(toolOf)],
    task,
    judge: (name, input) => {
      const excess = isTooMuch(input)
      if (excess !== null) return { kind: 'refused', complaint: excess }
      if (name === 'submit_result') {
        const result = isWrapped ? unwrapped(input) : input
        const read = judgeReply(contract, result)
        if (read.kind === 'unfit') return { kind: 'refused', complaint: read.complaint }
        const answer = 'Accepted. End your turn now.'
        return { kind: 'taken', call: { tool: 'submit_result', input: result }, answer }
      }
      const known = names.find((each) => each === name)
      if (known !== undefined) return judgeCall(known, input)
      return { kind: 'refused', complaint: `There is no tool \`${name.slice(0, 100)}\`.` }
    },
  }
}

/** Whoever cannot reply that it needs input cannot ask for it: nobody would put the question. */
function namesFor(schema: JsonSchema, hasBus: boolean): readonly (keyof ToolInputs)[] {
  const known = Object.keys(toolInputs) as (keyof ToolInputs)[]
  const all = known.filter((name) => name !== (hasBus ? 'team_message' : 'team_msg'))
  const { properties } = schema as {
    readonly properties?: Readonly<Record<string, { readonly enum?: unknown }>>
  }
  const statuses = properties?.['status']?.enum
  const canAsk = Array.isArray(statuses) && statuses.includes('needs_input')
  return all.filter((name) => canAsk || (name !== 'ask_person' && name !== 'request_capability'))
}

type JsonSchema = { readonly [key: string]: Json }

function unwrapped(input: Json): Json {
  return typeof input === 'object' && input !== null && 'result' in input ? input['result'] : input
}

function toolOf(name: keyof ToolInputs): Tool {
  const { $schema: _, ...input } = z.toJSONSchema(toolInputs[name], { io: 'input' }) as JsonSchema
  return { name, description: DESCRIPTIONS[name], input: { ...input, type: 'object' } }
}

const DESCRIPTIONS: Readonly<Record<keyof ToolInputs, string>> = {
  report_progress: 'Tells the person who follows the run how far you are. It does not end your turn.',
  ask_person: 'Records a question that only a person can answer. Nobody answers within the turn.',
  request_capability:
    'Records that you lack a tool, an access or a permission without which you cannot go on.',
  team_message:
    'Posts a message to the other agents of this run, or reads what they have posted. Of state updates only the newest of each sender is shown.',
  team_msg:
    'The bus of the team: logs a message to the coordinator, or looks at what was logged and at the state of every role.',
  wisdom:
    'Adds something that whoever works on this repository later should know, with evidence, or reads what was added in this run.',
  exploration:
    'Keeps what you found when you looked at the code from one angle, or gets what others found, so that nobody looks twice. Only whoever put an angle may put it again.',
}
