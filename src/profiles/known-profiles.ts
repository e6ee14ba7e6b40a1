import { codex } from './codex.ts'
import { goose } from './goose.ts'
import { grok } from './grok.ts'
import type { ProgramProfile } from './program-profile.ts'

/** In the order in which one of them is chosen when nobody said which. */
export const knownProfiles: readonly ProgramProfile[] = [codex, goose, grok]

export function findProfile(name: string): ProgramProfile | null {
  return knownProfiles.find((profile) => profile.name === name) ?? null
}
