import { Buffer } from 'node:buffer'
import { varietyOf } from './placeholder.ts'
import type { Sighting } from './secret-rule.ts'
import { TOKENS } from './token-shapes.ts'

/** A name that says what its value is, where it is a word of its own, and where it ends a name in camel case. */
const SECRET_NAMES = [
  /(?<![a-z])(?:api_?key|secret_?key|secret|access_?key|private_?key|auth_?token|access_?token|token|passw(?:or)?d|passphrase|credentials?)/gi,
  /(?<=[a-z\d])(?:A(?:pi|PI)Key|SecretKey|Secret|AccessKey|PrivateKey|Token|Passw(?:or)?d|Passphrase|Credentials?)/g,
]

/**
 * The value behind a name: in quotes, as the text of an element, or unquoted to the end of a line of settings, to a
 * remark behind it, or to the next word of a shell where nothing stands around the sign.
 */
const VALUE = new RegExp(
  [
    String.raw`\\?["']?\s{0,99}(?::=|=>|[:=])\s{0,99}\\?(["'\`])([^\s"'\`$<>{}()[\]\\]{20,200})\\?\1`,
    String.raw`["']?\s{0,99}(?::=|=>|[:=])\s{0,99}([\w+/=.~!@#%^&*-]{20,200})[ \t]{0,99}$`,
    String.raw`["']?\s{0,99}[:=]\s{0,99}([\w+/=.~!@%^&*-]{20,200})[ \t]{1,99}(?:#|//)`,
    String.raw`=([\w+/=.~!@#%^&*-]{20,200})[ \t]`,
    String.raw`>([^\s<>"'$&{}]{20,200})</`,
    String.raw`["'][ \t]{1,99}value=["']([^\s"'$<>{}]{20,200})["']`,
  ].join('|'),
  'my',
)

/** Tokens that only say where a list goes on. */
const NO_SECRET = /(?:next|page|continuation|continue|cursor|sync|pagination)[_-]?$/i

/** What a request to a service carries; a signed web token is as often an example as not. */
const BEARER = /\bBearer (?!eyJ)([\w.~+/=-]{20,400})/g

/** The same for a name and a password in one, as a header carries them and as they are typed. */
const BASIC = /\bBasic ([\w+/]{24,400}={0,2})/g
const TYPED = /\s(?:-u|--user)[ =]["']?[^\s:"'$]{1,100}:([^\s"'`$]{16,200})/g

/** A signed web token whose middle says that it opens something: of a cluster, or past the rules of a database. */
const SIGNED = /\beyJ[\w-]{10,400}\.(eyJ[\w-]{20,4000})\.[\w-]{43,700}/g
const OPENS = /"role":"service_role"|"iss":"kubernetes\/serviceaccount"/
const OF_A_DEMO = /"iss":"supabase-demo"/

/** Random letters have about this much of the variety that so many letters can have, words and numbers less. */
const RANDOM_SHARE = 0.84
const ENOUGH_VARIETY = 4.1

/** Shorter values of this variety can be words in camel case, so the share of words decides. */
const SURE_VARIETY = 4.4
const MOST_WORDS = 0.5

const KEY_STORES =
  /(?:^|\/)(?:id_(?:rsa|dsa|ecdsa|ed25519)|\.pgpass|\.vault-token|config\/(?:master|credentials\/\w+)\.key|[^/]+\.(?:p12|pfx|jks|keystore|kdbx|keytab))$/i

export function ownSightings(text: string): readonly Sighting[] {
  const tokens = TOKENS.flatMap(([kind, looks]) =>
    Array.from(text.matchAll(looks), ({ index, 0: { length } }) => ({
      start: index,
      end: index + length,
      kind,
    })),
  )
  const named = SECRET_NAMES.flatMap((names) => Array.from(text.matchAll(names))).flatMap((name) => {
    if (NO_SECRET.test(text.slice(Math.max(0, name.index - 20), name.index))) return []
    return valueBehind(text, name.index + name[0].length)
  })
  const carried = Array.from(text.matchAll(BEARER)).flatMap(({ index, 0: whole, 1: value = '' }) =>
    sightingOf(value, index + whole.length - value.length),
  )
  return [...tokens, ...named, ...carried, ...loginsIn(text), ...signedIn(text)]
}

function loginsIn(text: string): readonly Sighting[] {
  const headers = Array.from(text.matchAll(BASIC)).flatMap(({ index, 0: whole, 1: value = '' }) => {
    const password =
      /^[ -9;-~]*:([ -~]{12,})$/.exec(Buffer.from(value, 'base64').toString('latin1'))?.[1] ?? ''
    return isRandom(password) ? [passwordAt(index + whole.length - value.length, value)] : []
  })
  const typed = Array.from(text.matchAll(TYPED)).flatMap(({ index, 0: whole, 1: value = '' }) =>
    sightingOf(value, index + whole.length - value.length),
  )
  return [...headers, ...typed]
}

function signedIn(text: string): readonly Sighting[] {
  return Array.from(text.matchAll(SIGNED)).flatMap(({ index, 0: whole, 1: said = '' }) => {
    const claims = Buffer.from(said, 'base64url').toString('latin1')
    const opens = OPENS.test(claims) && !OF_A_DEMO.test(claims)
    return opens ? [{ start: index, end: index + whole.length, kind: 'a token of a service' }] : []
  })
}

function valueBehind(text: string, at: number): readonly Sighting[] {
  VALUE.lastIndex = at
  const match = VALUE.exec(text)
  if (match === null) return []
  const value = match.slice(2).find((group) => group !== undefined) ?? ''
  return sightingOf(value, match.index + match[0].lastIndexOf(value))
}

function sightingOf(value: string, start: number): readonly Sighting[] {
  return isRandom(value) ? [passwordAt(start, value)] : []
}

function passwordAt(start: number, { length }: string): Sighting {
  return { start, end: start + length, kind: 'a password or a token' }
}

/**
 * What stands in a file of settings for a machine is meant for use: there a long number in hexadecimal letters is a key
 * and no sum, and a shorter password is one too. Files that are for examples and tests have other names.
 */
export function settingSightings(text: string): readonly Sighting[] {
  return Array.from(text.matchAll(SETTING)).flatMap(({ index, 0: whole, 1: value = '' }) => {
    const isKey = /^(?:[\da-f]{32,128}|[\dA-F]{32,128})$/.test(value) || isRandom(value)
    return isKey ? [passwordAt(index + whole.lastIndexOf(value), value)] : []
  })
}

const SETTING =
  /^[ \t]{0,99}(?:export )?(?!\w*(?:PUBLI|ANON|VITE_|REACT_APP))[A-Z\d_]{0,99}(?:KEY|SECRET|TOKEN|PASSW(?:OR)?D|PASS|PWD)[ \t]{0,9}=[ \t]{0,9}["']?(?!eyJ)([^\s"'`$<>{}]{16,200})["']?[ \t]{0,99}(?:#.*)?$/gm

/** Whether a file holds the settings of a machine, and not those that everybody begins with. */
export function isOfAMachine(path: string): boolean {
  return /(?:^|\/)\.env(?:\.(?:local|prod|production|live|stag(?:e|ing)|bak|backup|old|save))*$/i.test(path)
}

/** A file that is a store of keys by its very name. */
export function isKeyStore(path: string): boolean {
  return KEY_STORES.test(path)
}

function isRandom(value: string): boolean {
  const classes = [/[a-z]/, /[A-Z]/, /\d/].filter((letters) => letters.test(value)).length
  const isPath = /^[./~]|\/.*\/.*\.|:\/\/|^[a-z]+(?:[A-Z][a-z]+)+\d*$/.test(value)
  if (classes < 3 || isPath) return false
  const variety = varietyOf(value)
  const least = Math.min(ENOUGH_VARIETY, RANDOM_SHARE * Math.log2(value.length))
  return variety >= SURE_VARIETY || (variety >= least && shareOfWords(value) < MOST_WORDS)
}

function shareOfWords(value: string): number {
  const words = value.match(/[A-Z][a-z]{3,}|[a-z]{4,}/g) ?? []
  return words.join('').length / value.length
}
