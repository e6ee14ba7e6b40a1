import { claude } from './claude.ts'
import { cline } from './cline.ts'
import { codex } from './codex.ts'
import { copilot } from './copilot.ts'
import { droid } from './droid.ts'
import { gemini } from './gemini.ts'
import { goose } from './goose.ts'
import { grok } from './grok.ts'
import { kilo } from './kilo.ts'
import { kimi } from './kimi.ts'
import { opencode } from './opencode.ts'
import { pi } from './pi.ts'
import { qwen } from './qwen.ts'
import type { ProgramProfile } from './program-profile.ts'

/** In the order in which one of them is chosen when nobody said which. */
export const knownProfiles: readonly ProgramProfile[] = [
  claude,
  codex,
  gemini,
  copilot,
  opencode,
  goose,
  grok,
  qwen,
  kimi,
  pi,
  cline,
  droid,
  kilo,
]

export function findProfile(name: string): ProgramProfile | null {
  return knownProfiles.find((profile) => profile.name === name) ?? null
}
