import type { JsonRecord } from '../../src/kernel/untrusted-json.ts'

/** What an answer says, the same for every wire. */
export interface Said {
  readonly text: string
  readonly call: { readonly id: string; readonly tool: string; readonly input: unknown } | null
  readonly usage: { readonly input: number; readonly output: number }
}

/** How an agent talks one wire, as far as the tests need it. */
export interface WireCase {
  readonly name: string
  request(body: JsonRecord, stream: boolean): { readonly path: string; readonly body: JsonRecord }
  /** A conversation that begins with these words; three tools are offered: one writes, one runs, one is a server's. */
  begin(text: string): JsonRecord
  goOn(body: JsonRecord, call: NonNullable<Said['call']>, result: string): JsonRecord
  /** The model's last words of a turn, and the user's next ones. */
  sayNext(body: JsonRecord, said: string, text: string): JsonRecord
  withoutTools(body: JsonRecord): JsonRecord
  read(body: string, stream: boolean): Said
  /** Errors in the service's own words. */
  readonly refusals: readonly {
    readonly status: 401 | 402 | 403 | 404 | 429 | 500 | 503 | 529
    readonly headers: Readonly<Record<string, RegExp>>
    readonly error: JsonRecord
  }[]
}

/** A stream's events, each read as JSON. */
export function readFrames(stream: string): readonly JsonRecord[] {
  return stream
    .split('\n\n')
    .flatMap((frame) => /^data: (.*)$/m.exec(frame)?.[1] ?? [])
    .filter((data) => data !== '[DONE]')
    .map((data) => JSON.parse(data) as JsonRecord)
}

/** A JSON schema of an object that has these fields of text. */
export function textFields(...names: readonly string[]): JsonRecord {
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
  return { type: 'object', properties, required: names }
}

export function append(body: JsonRecord, list: string, ...items: readonly object[]): JsonRecord {
  return { ...body, [list]: [...(body[list] as readonly object[]), ...items] }
}
