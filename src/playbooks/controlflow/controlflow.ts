import type { Playbook } from '../../kernel/playbook.ts'
import { controlflowBook } from '../../records/controlflow/book.ts'
import { goOnWith } from '../../records/controlflow/importer.ts'
import type { StandardResult } from '../finish.ts'
import type { Process } from '../lifecycle.ts'
import { playLifecycle } from '../lifecycle.ts'
import type { StandardInput } from '../standard-input.ts'
import { parseStandardInput } from '../standard-input.ts'
import { envelopeOf } from './envelope.ts'
import { listen } from './listen.ts'
import { planFormat } from './plan-format.ts'
import { waveGate } from './wave-gate.ts'

/** A state machine with a gate at every step: approval, plan review, waves, reviews, a summary that somebody sees. */
const controlflow: Process = {
  book: (input) => controlflowBook(input.policy, phasesBefore(input)),
  format: planFormat,
  hear: (run, input) => listen(run, input, phasesBefore(input)),
  manner: (run, input) => ({ wave: waveGate(run, input.policy), envelope: envelopeOf(run) }),
  given: ({ from }) => (from === null ? null : goOnWith(from).given),
}

function phasesBefore({ from }: StandardInput): ReturnType<typeof goOnWith>['phases'] {
  return from === null ? [] : goOnWith(from).phases
}

export const controlflowPlaybook: Playbook<StandardInput, StandardResult> = {
  name: 'controlflow',
  version: 1,
  parseInput: parseStandardInput,
  play: (run, input) => playLifecycle(run, input, controlflow),
}
