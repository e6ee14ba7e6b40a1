import type { ConfiguredAgent } from '../../../adapters/agents/turns/configured-agent.ts'
import { fillRecipe } from '../../../profiles/fill-recipe.ts'
import type { ProgramProfile } from '../../../profiles/program-profile.ts'
import { agentEnvironment } from '../../agent-environment.ts'
import type { Environment } from '../../locations.ts'
import type { Scratch } from './scratch.ts'

/** Where a command of the user's own is pointed at the scripted model, in the words that most agents know. */
const ANY_PROGRAM: Readonly<Record<string, string>> = {
  OPENAI_BASE_URL: '{url}/v1',
  OPENAI_API_KEY: 'scripted',
  OPENAI_MODEL: 'scripted-model',
  ANTHROPIC_BASE_URL: '{url}',
  ANTHROPIC_API_KEY: 'scripted',
  GOOGLE_GEMINI_BASE_URL: '{url}',
  GEMINI_API_KEY: 'scripted',
}

/** What points a program at the model, whether its profile is known or not. */
export function recipeFor(program: ProgramProfile | null, url: string): ReturnType<typeof fillRecipe> {
  if (program !== null) return fillRecipe(program, url)
  const recipe = { wire: 'openai-chat', model: 'scripted-model', variables: ANY_PROGRAM, files: {} } as const
  return fillRecipe({ scripted: recipe }, url)
}

/**
 * What the agent finds in its environment: what Tutti gives it in every run; with a fresh home where it is to be
 * isolated; and nothing at all of the user's where the model is scripted.
 */
export function trialEnvironment(
  agent: ConfiguredAgent,
  own: Environment,
  scratch: Scratch,
  options: { readonly isFresh: boolean; readonly recipe: Readonly<Record<string, string>> | null },
): Readonly<Record<string, string>> {
  const { isFresh, recipe } = options
  const plain = Object.fromEntries(Object.entries(own).filter(([name]) => recipe === null || PLAIN.has(name)))
  const home = isFresh ? scratch.home : null
  const { env } = agentEnvironment({ own: plain, pass: [], agent, home })
  return { ...env, TMPDIR: scratch.temporary, ...recipe }
}

/** All that a program which must not know its user gets of the environment. */
const PLAIN: ReadonlySet<string> = new Set([
  'PATH',
  'LANG',
  'LC_ALL',
  'TERM',
  'SHELL',
  'USER',
  'LOGNAME',
  'TZ',
])
