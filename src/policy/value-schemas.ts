import { z } from 'zod'
import type { ByTier, Tier } from './tier.ts'
import { TIERS } from './tier.ts'

// Each schema here says in words what it expects; the words follow the key in a message, as in "`agent` must be …".

export const AGENT_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,31}$/
export const NAME_EXPECTED = 'must be a name: letters, digits, - and _, beginning with a letter'

/** How settings say a value of the policy, where that is not under its own name or not as it is. */
export interface SettingForm {
  /** The dotted key under `policy`, which what is inside begins with too; `null`: it is no key of `policy`. */
  readonly key?: string | null
  /** The key of its group that it follows there, where the group is not in the order of the policy. */
  readonly after?: string
  readonly as?: 'duration' | 'minutes' | 'size' | 'guard' | 'budgets'
}

export const settingForms = z.registry<SettingForm>()

/** Values that belong together; what is not given has its default. */
export function groupOf<Shape extends z.ZodRawShape>(words: string, shape: Shape) {
  const whole = z.object(shape).readonly()
  // Every value inside has a default, which no type of a group can tell.
  return whole.prefault({} as z.input<typeof whole>).describe(words)
}

/** One value for each tier. */
export function byTier<Usual, Value extends z.ZodType>(
  words: string,
  make: (usual: Usual) => Value,
  usual: ByTier<Usual>,
) {
  const of = (tier: Tier) => make(usual[tier]).describe(`Of ${tier} jobs.`)
  return groupOf(words, {
    trivial: of('trivial'),
    small: of('small'),
    medium: of('medium'),
    large: of('large'),
  })
}

/** Tiers of which something holds. */
export function tiers(words: string, usual: readonly Tier[]) {
  return wordsOf(TIERS).readonly().default(usual).describe(words)
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

export function wholeNumber() {
  const error = 'must be a whole number above 0'
  return z.int({ error }).positive({ error })
}

export function count() {
  const error = 'must be a whole number, 0 or more'
  return z.int({ error }).nonnegative({ error })
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

export function paths() {
  return listOf(pathInside(), 'must be a list of paths')
}

export function pathInside() {
  const error = 'must be a path inside the repository, and not in .git'
  return text(error).refine(isInside, { error })
}

function isInside(path: string): boolean {
  return !/^[/~]/.test(path) && !path.split('/').some((part) => part === '..' || part === '.git')
}
