import type { Heard, ModelRequest } from './wire.ts'

/** The newest turn of a conversation. */
export interface Turn {
  /** What the user said in it, without what the agent told the model by itself. */
  readonly said: string
  /** How many tool calls of this turn have been answered, searches for tools left out. */
  readonly step: number
  /** The scene that began this turn, where the agent still knows the names that we gave our calls. */
  readonly scene: number | null
  /** How many searches for tools were answered since the last step. */
  readonly searches: number
  /** Whether the last of them said that more tools are about to come. */
  readonly isConnecting: boolean
}

/** What agents put between the words of a user by themselves. */
const ASIDE_TAGS =
  /(?:# AGENTS\.md instructions[^\n]*\s*)?<(system-reminder|INSTRUCTIONS|user_info|rules|system_reminder|system-notification|info-msg|session_context|environment_context|environment_details|permissions instructions|user_instructions|reminder|current_datetime|skills_instructions|collaboration_mode)[^>]*>[^]*?<\/\1>/g

const QUERY_TAG = /<user_query>([^]*)<\/user_query>/

/** The name of a call tells its scene and step, so that nothing has to be kept between two requests. */
export function nameCall(kind: 'step' | 'search', scene: number, step: number, serial: number): string {
  return `call_${kind}_${scene}_${step}_${serial}`
}

export function readTurn({ heard }: ModelRequest): Turn {
  const turn = heard.slice(startOfTurn(heard))
  const searched = new Set(
    turn.flatMap((each) =>
      each.by === 'model' && each.call !== null && isSearch(each.call) ? [each.call.id] : [],
    ),
  )
  const results = turn.filter((each) => each.by === 'tool')
  const isSearched = (result: { readonly id: string; readonly tool: string | null }): boolean =>
    searched.has(result.id) || isSearch({ id: result.id, tool: result.tool ?? '' })
  const lastStep = results.findLastIndex((result) => !isSearched(result))
  return {
    said: saidIn(turn.flatMap((each) => (each.by === 'user' ? [each.text] : []))),
    step: results.filter((result) => !isSearched(result)).length,
    scene: sceneOf(turn),
    searches: results.length - 1 - lastStep,
    isConnecting: /still connecting/i.test(results.slice(lastStep + 1).at(-1)?.text ?? ''),
  }
}

/**
 * A turn begins after the last words of the one before, or, where that was broken off, with the user's next words.
 * Words after which the model goes on, such as half an answer that an agent has kept, end nothing.
 */
function startOfTurn(heard: readonly Heard[]): number {
  const ended = heard.findLastIndex(
    (each, index) => each.by === 'model' && each.call === null && heard[index + 1]?.by === 'user',
  )
  const spoke = heard.findLastIndex((each, index) => {
    const before = heard[index - 1]
    return each.by === 'user' && ownWords(each.text) !== '' && before !== undefined && before.by !== 'user'
  })
  return Math.max(ended + 1, spoke, 0)
}

/** Where an agent marks the user's own words, nothing else is the user's. */
function saidIn(texts: readonly string[]): string {
  const marked = texts.flatMap((text) => QUERY_TAG.exec(text)?.[1] ?? [])
  return (marked.length > 0 ? marked : texts.map(ownWords))
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join('\n')
}

/** Some agents put what they were given on the command line in quotes. */
function ownWords(text: string): string {
  return text
    .replaceAll(ASIDE_TAGS, '')
    .trim()
    .replace(/^"([^]*)"$/, '$1')
}

function sceneOf(turn: readonly Heard[]): number | null {
  for (const each of turn) {
    const id = each.by === 'model' ? (each.call?.id ?? '') : each.by === 'tool' ? each.id : ''
    const scene = /call_(?:step|search)_(\d+)_\d+_\d+/.exec(id)?.[1]
    if (scene !== undefined) return Number(scene)
  }
  return null
}

function isSearch(call: { readonly id: string; readonly tool: string }): boolean {
  return call.id.includes('call_search_') || SEARCH_TOOLS.has(call.tool)
}

/** Tools with which agents let a model look for tools that they have not offered yet. */
export const SEARCH_TOOLS: ReadonlySet<string> = new Set([
  'ToolSearch',
  'tool_search',
  'search_tool',
  'search_tools',
  'tool_search_tool',
])
