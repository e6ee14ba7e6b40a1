import { asRecord, type JsonRecord } from '../../../kernel/untrusted-json.ts'
import type { Call } from './call-tool.ts'
import { fillRequired } from './fill-schema.ts'
import { SEARCH_TOOLS } from './read-turn.ts'
import type { ModelRequest, OfferedTool } from './wire.ts'

/** A tool of a server by its own name, whatever the agent has put before it. */
export function findOffered(tools: readonly OfferedTool[], wanted: string): OfferedTool | null {
  const fits = ({ name }: OfferedTool): boolean =>
    name === wanted || (name.endsWith(wanted) && /[^A-Za-z0-9]$/.test(name.slice(0, -wanted.length)))
  return tools.find(({ name }) => name === wanted) ?? tools.find(fits) ?? null
}

/** A call that makes the agent offer a tool that it keeps back, or `null` when it has no such search. */
export function searchFor({ tools, system, heard }: ModelRequest, wanted: string): Call | null {
  const search = tools.find(({ name }) => SEARCH_TOOLS.has(name))
  if (search === undefined) return null
  const told = [system, ...heard.flatMap((each) => (each.by === 'user' ? [each.text] : []))].join('\n')
  const whole = new RegExp(String.raw`\b[\w-]+__${wanted}\b`).exec(told)?.[0]
  const properties = asRecord(search.schema['properties'])
  const name = Object.hasOwn(properties, 'query') ? 'query' : (Object.keys(properties)[0] ?? 'query')
  const query = whole === undefined ? wanted : `select:${whole}`
  return { call: search, input: fillRequired(search.schema, { [name]: query }) }
}

/** A search that came to nothing may name what was searched for. */
const NOTHING_FOUND = /^\W*error\b|\bno (?:[a-z]+ )?tools? (?:matched|found)/i

/** A call of what a search has found, through the tool that the agent has for that or by its name alone. */
export function useFound({ tools, heard }: ModelRequest, wanted: string, input: JsonRecord): Call | null {
  const named = new RegExp(String.raw`"((?:[\w.-]+[^A-Za-z0-9"])?${wanted})"`)
  const found = heard
    .flatMap((each) =>
      each.by === 'tool' && !NOTHING_FOUND.test(each.text) ? [named.exec(each.text)?.[1]] : [],
    )
    .findLast((name) => name !== undefined)
  if (found === undefined || !tools.some(({ name }) => SEARCH_TOOLS.has(name))) return null
  const use = tools.find(({ schema }) => {
    const properties = asRecord(schema['properties'])
    return Object.hasOwn(properties, 'tool_name') && Object.hasOwn(properties, 'tool_input')
  })
  if (use !== undefined) return { call: use, input: { tool_name: found, tool_input: input } }
  return { call: { name: found, group: null, plain: false, schema: {} }, input }
}
