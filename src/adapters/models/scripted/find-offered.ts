import { asRecord } from '../../../kernel/untrusted-json.ts'
import type { Call } from './call-tool.ts'
import { fillRequired } from './fill-schema.ts'
import { SEARCH_TOOLS } from './read-turn.ts'
import type { Heard, OfferedTool } from './wire.ts'

/** A tool of a server by its own name, whatever the agent has put before it. */
export function findOffered(tools: readonly OfferedTool[], wanted: string): OfferedTool | null {
  const fits = ({ name }: OfferedTool): boolean =>
    name === wanted || (name.endsWith(wanted) && /[^A-Za-z0-9]$/.test(name.slice(0, -wanted.length)))
  return tools.find(({ name }) => name === wanted) ?? tools.find(fits) ?? null
}

/** A call that makes the agent offer a tool that it keeps back, or `null` when it has no such search. */
export function searchFor(tools: readonly OfferedTool[], wanted: string): Call | null {
  const search = tools.find(({ name }) => SEARCH_TOOLS.has(name))
  if (search === undefined) return null
  const properties = asRecord(search.schema['properties'])
  const name = Object.hasOwn(properties, 'query') ? 'query' : (Object.keys(properties)[0] ?? 'query')
  return { call: search, input: fillRequired(search.schema, { [name]: wanted }) }
}

/** A call through the tool with which an agent lets a model use what a search has found, or `null` when it has none. */
export function useFound(
  tools: readonly OfferedTool[],
  heard: readonly Heard[],
  wanted: string,
  input: object,
): Call | null {
  const use = tools.find(({ schema }) => {
    const properties = asRecord(schema['properties'])
    return Object.hasOwn(properties, 'tool_name') && Object.hasOwn(properties, 'tool_input')
  })
  const named = new RegExp(String.raw`"((?:[\w.-]+[^A-Za-z0-9"])?${wanted})"`)
  const found = heard
    .flatMap((each) => (each.by === 'tool' ? [named.exec(each.text)?.[1]] : []))
    .findLast((name) => name !== undefined)
  return use === undefined || found === undefined
    ? null
    : { call: use, input: { tool_name: found, tool_input: input } }
}
