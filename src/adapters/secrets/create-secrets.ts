import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import type { FoundSecret, Secrets } from '../../kernel/ports/secrets.ts'
import { createKnownValues } from './known-values.ts'
import { isKeyStore, isOfAMachine, ownSightings, settingSightings } from './own-rules.ts'
import { isPlaceholder } from './placeholder.ts'
import { presetSightings } from './preset-sightings.ts'
import type { Sighting } from './secret-rule.ts'
import { wholeName, wholeWord } from './secret-rule.ts'

/** No secret is shorter than this: most lines need no closer look. */
const A_LONG_WORD = /[^\s"'`]{12,}/

interface Held {
  readonly kind: string
  readonly value: string
}

/** Searches by secretlint's rules, by our own, and for `known` values: secrets that this machine holds itself. */
export function createSecrets({ known }: { readonly known: readonly string[] }): Secrets {
  const knownIn = createKnownValues(known)
  const sightingsIn = async (text: string, path = ''): Promise<readonly Sighting[]> => {
    if (!A_LONG_WORD.test(text)) return withoutOverlap(knownIn(text))
    const settings = isOfAMachine(path) ? settingSightings(text) : []
    const shaped = [...(await presetSightings(text, extname(path))), ...ownSightings(text), ...settings]
      .filter(({ start, end }) => !isPlaceholder(wholeName(text, start, end)))
      .map((sighting) => wholeWord(text, sighting))
    return withoutOverlap([...knownIn(text), ...shaped])
  }
  /** A path as it may be told, and the secrets that its names hold. */
  const namesIn = async (
    path: string,
  ): Promise<{ readonly path: string; readonly held: readonly Held[] }> => {
    const held: Held[] = []
    const told: string[] = []
    for (const name of path.split('/')) {
      const seen = await sightingsIn(name)
      held.push(...seen.map(({ start, end, kind }) => ({ kind, value: name.slice(start, end) })))
      told.push(replaced(name, seen))
    }
    return { path: told.join('/'), held }
  }
  return {
    find: async (files) => {
      const before = files.map((file) => file.before ?? '').filter((text) => text !== '')
      const pathsBefore = files.filter(({ kind }) => kind !== 'added').map(({ path }) => path)
      const found: FoundSecret[] = []
      for (const file of files) {
        const { path, held } = await namesIn(file.path)
        if (file.kind === 'added' && isKeyStore(path)) found.push(wholeFile(path, 'a store of keys', ''))
        for (const { kind, value } of file.kind === 'added' ? held : []) {
          if (pathsBefore.some((other) => other.includes(value))) continue
          found.push(wholeFile(path, `named with ${kind}`, value))
        }
        if (file.after === null || file.after === file.before) continue
        const { after } = file
        let line = 1
        let counted = 0
        for (const { start, end, kind } of await sightingsIn(after, file.path)) {
          line += newlinesIn(after.slice(counted, start))
          counted = start
          const value = after.slice(start, end)
          if (before.some((text) => text.includes(value))) continue
          found.push({ path, line, kind, id: idOf(path, value) })
        }
      }
      return found
    },
    redact: async (text) => replaced(text, await sightingsIn(text)),
    withoutKnown: (text) => replaced(text, withoutOverlap(knownIn(text))),
  }
}

function wholeFile(path: string, kind: string, value: string): FoundSecret {
  return { path, line: 0, kind, id: idOf(path, value) }
}

function idOf(path: string, value: string): string {
  return createHash('sha256').update(`${path}\0${value}`).digest('hex').slice(0, 12)
}

function newlinesIn(text: string): number {
  return text.split('\n').length - 1
}

/** In order; of two that share a letter, the first and all that both cover. */
function withoutOverlap(sightings: readonly Sighting[]): readonly Sighting[] {
  const kept: Sighting[] = []
  for (const next of sightings.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    const last = kept.at(-1)
    if (last === undefined || next.start >= last.end) kept.push(next)
    else kept[kept.length - 1] = { ...last, end: Math.max(last.end, next.end) }
  }
  return kept
}

function replaced(text: string, sightings: readonly Sighting[]): string {
  let clean = ''
  let from = 0
  for (const { start, end, kind } of sightings) {
    clean += `${text.slice(from, start)}[${kind} was here]`
    from = end
  }
  return from === 0 ? text : clean + text.slice(from)
}
