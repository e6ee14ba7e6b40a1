import { locate } from '../../config/read-document.ts'
import { RunFailure } from '../../kernel/failure.ts'
import { choosePlan } from '../../plan/choose-plan.ts'
import type { Plan } from '../../plan/plan.ts'
import type { GivenFiles } from '../given-files.ts'
import type { GemPlan } from './plan-schema.ts'
import { readPlan } from './read-plan.ts'

/** A plan that gem-team has left, whole or half-finished. */
export interface GemGiven {
  /** As an error would name it. */
  readonly path: string
  readonly written: GemPlan
  /** With everything that is done. */
  readonly plan: Plan
}

type Given = Pick<GivenFiles, 'path' | 'files'>

const PLAN = /(?:^|\/)plan\.yaml$/
const VARIANT = /(?:^|\/)plan_[abc]\.yaml$/
const IS_GEMS = /^plan_id:/m

/** The files that a plan may be in: `plan.yaml`, or the variants that nobody has chosen from yet. */
export function plansIn({ files }: Given): Given['files'] {
  const gems = files.filter(({ text }) => IS_GEMS.test(text))
  const chosen = gems.filter(({ path }) => PLAN.test(path))
  return chosen.length > 0 ? chosen : gems.filter(({ path }) => VARIANT.test(path))
}

/**
 * Throws `bad-input` that says what to do when there is no one plan, or when it cannot be played; without `executors`
 * nobody asks who its tasks are for.
 */
export function readGiven(given: Given, executors: readonly string[] | null = null): GemGiven {
  const found = plansIn(given)
  const folders = new Set(found.map(({ path }) => path.slice(0, path.lastIndexOf('/') + 1)))
  if (found.length === 0 || folders.size > 1) {
    const names = found.map(({ path }) => nameOf(given, path)).toSorted()
    const message =
      found.length === 0
        ? `${given.path}: there is no plan.yaml of gem-team here; name the folder docs/plan/{plan_id} or its plan.yaml.`
        : `${given.path}: there are several plans (${names.join(', ')}); name one of them.`
    throw new RunFailure({ code: 'bad-input', message, where: given.path })
  }
  const [first, ...others] = found.map(({ path, text }) => taken(nameOf(given, path), text, executors))
  if (first === undefined) throw new Error('Nothing was found.')
  const best = choosePlan([first.plan, ...others.map(({ plan }) => plan)])
  return [first, ...others].find(({ plan }) => plan === best) ?? first
}

function taken(path: string, text: string, executors: readonly string[] | null): GemGiven {
  const { written, plan, findings } = readPlan(text, path, executors)
  const wrong = findings.find(({ severity }) => severity === 'error')
  if (written !== null && plan !== null && wrong === undefined) return { path, written, plan }
  const where = locate(path, wrong ?? { line: 1, column: 1 })
  const message = `${where}: ${wrong?.message ?? 'It is no plan.'}`
  throw new RunFailure({ code: 'bad-input', message, where })
}

function nameOf({ path: named }: Given, path: string): string {
  const isFile = named === path || named.endsWith(`/${path}`) || /\.ya?ml$/.test(named)
  return isFile ? named : `${named.replace(/\/$/, '')}/${path}`
}
