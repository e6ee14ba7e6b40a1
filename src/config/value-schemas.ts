import { z } from 'zod'
import { groupBy, text } from '../policy/value-schemas.ts'
import { BYTE_SIZE_PATTERN } from './byte-size.ts'
import { DURATION_PATTERN } from './duration.ts'

// As in src/policy/value-schemas.ts, each schema says in words what it expects.

const VARIABLE_NAME = /^(?!TUTTI_)[A-Za-z_][A-Za-z0-9_]*$/
const VARIABLE_GLOB = /^[A-Za-z_*][A-Za-z0-9_*]*$/

export function group<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'invalid_type' ? 'must be a group of keys' : undefined),
  })
}

export function commandLine() {
  return text('must be a command')
}

export function money() {
  const error = 'must be a number above 0'
  return z.number({ error }).positive({ error })
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

export function branchPattern() {
  const error = 'must be a name that git takes for a branch, in which {run} may stand'
  return text(error).refine(isBranchPattern, { error })
}

/** A built-in policy or a file; what has a / or a dot is a path. */
export function policyName(builtIn: readonly string[]) {
  const error = `must be ${builtIn.join(', ')}, or the path of a policy file with a / or a dot in it`
  return z.string({ error }).regex(new RegExp(`^(${builtIn.join('|')}|[^\\0]*[/.][^\\0]*)$`), { error })
}

function isBranchPattern(pattern: string): boolean {
  const name = pattern.replaceAll('{run}', 'run')
  const forbidden =
    /^[-/.]|\.\.|\/[/.]|\.lock(\/|$)|[/.]$|[\s~^:?*[\\{}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/u
  return !forbidden.test(name) && name !== 'HEAD' && name !== '@'
}
