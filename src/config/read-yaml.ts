import type { CST, Node } from 'yaml'
import { Composer, LineCounter, Parser, isAlias, isMap, isNode, isScalar, isSeq } from 'yaml'

const DEEPEST = 20

export interface Place {
  readonly line: number
  readonly column: number
}

export interface YamlProblem extends Place {
  readonly text: string
}

/** A YAML text as a value, with the places its keys and values stand at. */
export interface YamlValue {
  /** `null` for an empty text. */
  readonly value: unknown
  /** The place of the nearest thing written on the way to a path. */
  placeOf(path: readonly string[], on: 'key' | 'value'): Place
  /** The paths of everything written, in the order of the text. */
  readonly paths: readonly (readonly string[])[]
}

interface Spot {
  readonly path: readonly string[]
  readonly key: number
  readonly value: number
}

/**
 * Reads one YAML document. Contract: never throws, whatever the text; time and memory stay in proportion to
 * its length, which the caller bounds. (The library recurses into nesting, and a full stack can abort Node.)
 */
export function readYaml(text: string): YamlValue | readonly YamlProblem[] {
  const lines = new LineCounter()
  const place = (offset: number): Place => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  const tokens = [...new Parser(lines.addNewLine).parse(text)]
  const deep = tooDeep(tokens)
  if (deep !== null) return [{ ...place(deep), text: `nested more than ${DEEPEST} levels deep` }]

  const composer = new Composer({
    lineCounter: lines,
    prettyErrors: false,
    stringKeys: true,
    uniqueKeys: false,
  })
  const [document, second] = [...composer.compose(tokens, true, text.length)]
  if (document === undefined) return { value: null, placeOf: () => place(0), paths: [] }
  if (second !== undefined) {
    return [{ ...place(second.range[0]), text: 'a second document begins here; keep one' }]
  }
  const complaints = [...document.errors, ...document.warnings]
  if (complaints.length > 0) {
    return complaints.map((error) => ({ ...place(error.pos[0]), text: error.message }))
  }
  const { spots, refused, firstAlias } = spotsOf(document.contents)
  if (refused.length > 0) return refused.map(({ offset, text }) => ({ ...place(offset), text }))
  try {
    const value: unknown = document.toJS()
    const placeOf = (path: readonly string[], on: 'key' | 'value'): Place => place(nearest(spots, path, on))
    return { value, placeOf, paths: [...spots.values()].map((spot) => spot.path) }
  } catch {
    return [{ ...place(firstAlias), text: 'the aliases stand for too much; write the values out' }]
  }
}

interface Spots {
  readonly spots: ReadonlyMap<string, Spot>
  readonly refused: readonly { readonly offset: number; readonly text: string }[]
  readonly firstAlias: number
}

function spotsOf(contents: Node | null): Spots {
  const spots = new Map<string, Spot>()
  const refused: { offset: number; text: string }[] = []
  const anchors = new Set<string>()
  let firstAlias: number | null = null
  const visit = (node: unknown, path: readonly string[]): void => {
    if (isAlias(node)) {
      firstAlias ??= startOf(node)
      if (!anchors.has(node.source))
        refused.push({ offset: startOf(node), text: `no anchor \`&${node.source}\`` })
    } else if (isNode(node) && node.anchor !== undefined) {
      anchors.add(node.anchor)
    }
    if (isMap(node)) {
      for (const pair of node.items) {
        const name = isScalar(pair.key) ? String(pair.key.value) : String(pair.key)
        const spot = { path: [...path, name], key: startOf(pair.key), value: startOf(pair.value) }
        const id = spot.path.join('\0')
        if (spots.has(id)) refused.push({ offset: spot.key, text: `\`${name}\` is written twice` })
        else if (name === '__proto__') refused.push({ offset: spot.key, text: `\`${name}\` cannot be a key` })
        else visit(pair.value, spot.path)
        spots.set(id, spot)
      }
    } else if (isSeq(node)) {
      for (const [index, item] of node.items.entries()) {
        const spot = { path: [...path, String(index)], key: startOf(item), value: startOf(item) }
        spots.set(spot.path.join('\0'), spot)
        visit(item, spot.path)
      }
    }
  }
  visit(contents, [])
  return { spots, refused, firstAlias: firstAlias ?? 0 }
}

function startOf(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0
}

function nearest(spots: ReadonlyMap<string, Spot>, path: readonly string[], on: 'key' | 'value'): number {
  for (let length = path.length; length > 0; length--) {
    const spot = spots.get(path.slice(0, length).join('\0'))
    if (spot !== undefined) return length === path.length ? spot[on] : spot.key
  }
  return 0
}

/** The offset of the first thing that is nested too deep; keeps its own stack, so that it cannot run out of one. */
function tooDeep(tokens: readonly CST.Token[]): number | null {
  const open = tokens.map((token) => ({ token, depth: 0 }))
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { token, depth } = next
    if (depth > DEEPEST) return token.offset
    if (token.type === 'document' && token.value !== undefined) open.push({ token: token.value, depth })
    if (!('items' in token)) continue
    for (const { key, value } of token.items) {
      if (key !== undefined && key !== null) open.push({ token: key, depth: depth + 1 })
      if (value !== undefined) open.push({ token: value, depth: depth + 1 })
    }
  }
  return null
}
