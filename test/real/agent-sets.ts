import { findProfile } from '../../src/profiles/known-profiles.ts'
import type { ProgramProfile } from '../../src/profiles/program-profile.ts'

/** Small and quick enough for every run of the tests that must pass before anything lands. */
export const CI_AGENTS = ['goose', 'grok', 'codex'] as const

/** The programs that speak all four ways to talk to a model. */
export const ALL_AGENTS = [...CI_AGENTS, 'claude', 'gemini', 'copilot', 'opencode'] as const

/** Picks the agents that were named; `ci` stands for the small set, no name at all for every one. */
export function pickAgents(words: readonly string[]): readonly string[] {
  const named = words.flatMap((word) => (word === 'ci' ? CI_AGENTS : [word]))
  return named.length === 0 ? ALL_AGENTS : [...new Set(named)]
}

export function profileOf(name: string): ProgramProfile {
  const profile = findProfile(name)
  if (profile === null) throw new Error(`There is no profile of an agent "${name}".`)
  return profile
}
