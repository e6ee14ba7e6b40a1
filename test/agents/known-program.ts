import { goose } from '../../src/profiles/goose.ts'
import type { AcpWay, ProgramProfile } from '../../src/profiles/program-profile.ts'

/** The profile of a program that nobody else has, for agents of tests that need one. */
export function knownProgram(way: Partial<AcpWay> = {}, more: Partial<ProgramProfile> = {}): ProgramProfile {
  const base = goose.acp
  if (base === null) throw new Error('goose speaks the protocol')
  return {
    ...goose,
    name: 'known',
    title: 'Known',
    quiet: {},
    homes: [],
    homeVariables: {},
    troubles: [],
    ...more,
    acp: {
      ...base,
      command: ['known'],
      sessions: 'one',
      resumes: false,
      model: { bySession: true },
      tokens: 'per-turn',
      usd: 'cumulative',
      access: { read: {}, write: {} },
      ...way,
    },
  }
}
