import { z } from 'zod'
import { BYTE_SIZE_PATTERN } from './byte-size.ts'
import { DURATION_PATTERN } from './duration.ts'

// Each schema here says in words what it expects; the words follow the key in a message, as in "`agent` must be …".

export const AGENT_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,31}$/
const VARIABLE_NAME = /^(?!TUTTI_)[A-Za-z_][A-Za-z0-9_]*$/
const VARIABLE_GLOB = /^[A-Za-z_*][A-Za-z0-9_*]*$/

export function group<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'invalid_type' ? 'must be a group of keys' : undefined),
  })
}

/** A group whose keys the user chooses. */
export function groupBy<Value extends z.ZodType>(key: RegExp, keyExpected: string, value: Value) {
  return z.record(z.string().regex(key, { error: keyExpected }), value, { error: 'must be a group of keys' })
}

export function listOf<Item extends z.ZodType>(item: Item, error: string) {
  return z.array(item, { error })
}

export function text(error: string) {
  return z
    .string({ error })
    .regex(/\S/, { error })
    .regex(/^[^\0]*$/, { error })
}

export function commandLine() {
  return text('must be a command')
}

export function wholeNumber() {
  const error = 'must be a whole number above 0'
  return z.int({ error }).positive({ error })
}

export function count() {
  const error = 'must be a whole number, 0 or more'
  return z.int({ error }).nonnegative({ error })
}

export function money() {
  const error = 'must be a number above 0'
  return z.number({ error }).positive({ error })
}

export function atLeast(least: number) {
  const error = `must be a number, ${least} or more`
  return z.number({ error }).min(least, { error })
}

export function share() {
  const error = 'must be a number from 0 to 1'
  return z.number({ error }).min(0, { error }).max(1, { error })
}

export function flag() {
  return z.boolean({ error: 'must be true or false' })
}

export function oneOf<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z.enum(words, { error: `must be one of ${words.join(', ')}` })
}

export function wordsOf<const Words extends readonly [string, ...string[]]>(words: Words) {
  return listOf(oneOf(words), `must be a list of ${words.join(', ')}`)
}

export function duration() {
  const error = 'must be a duration such as 90s, 10m, 2h or 1d'
  return z.string({ error }).regex(DURATION_PATTERN, { error })
}

export function byteSize() {
  const error = 'must be a size such as 512MB or 8GB'
  return z.string({ error }).regex(BYTE_SIZE_PATTERN, { error })
}

/** A name is looked up first; a command is the short way to try an agent that no file knows. */
export function agentOrCommand() {
  return text('must be the name of an agent, or a command that starts one')
}

/** Variables to set. Names beginning with `TUTTI_` are ours: one of them would hide a process from its ledger. */
export function variables() {
  return groupBy(
    VARIABLE_NAME,
    'must be the name of a variable, and not begin with TUTTI_',
    z.string({ error: 'must be text; put it in quotes' }).regex(/^[^\0]*$/, { error: 'must be text' }),
  )
}

export function variableGlob() {
  const error = 'must be the name of a variable, in which * stands for any letters'
  return z.string({ error }).regex(VARIABLE_GLOB, { error })
}

/** Absolute, because a relative one would mean another folder in the user's file than in the repository's. */
export function statePath() {
  const error = 'must be an absolute path, or begin with ~/'
  return z.string({ error }).regex(/^(\/|~\/)[^\0]*$/, { error })
}

export function pathInside() {
  const error = 'must be a path inside the repository, and not in .git'
  return text(error).refine(isInside, { error })
}

export function branchPattern() {
  const error = 'must be a name that git takes for a branch, in which {run} may stand'
  return text(error).refine(isBranchPattern, { error })
}

/** A built-in policy or a file; what has a / or a dot is a path. */
export function policyName(builtIn: readonly string[]) {
  const error = `must be ${builtIn.join(', ')}, or the path of a policy file with a / or a dot in it`
  return z.string({ error }).regex(new RegExp(`^(${builtIn.join('|')}|[^\\0]*[/.][^\\0]*)$`), { error })
}

function isInside(path: string): boolean {
  return !/^[/~]/.test(path) && !path.split('/').some((part) => part === '..' || part === '.git')
}

function isBranchPattern(pattern: string): boolean {
  const name = pattern.replaceAll('{run}', 'run')
  const forbidden =
    /^[-/.]|\.\.|\/[/.]|\.lock(\/|$)|[/.]$|[\s~^:?*[\\{}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/u
  return !forbidden.test(name) && name !== 'HEAD' && name !== '@'
}
