import type { Playbook } from '../../kernel/playbook.ts'
import { controlflowBook } from '../../records/controlflow/book.ts'
import { goOnWith } from '../../records/controlflow/importer.ts'
import { nothingBefore } from '../../records/controlflow/own-facts.ts'
import type { StandardResult } from '../finish.ts'
import type { Process } from '../lifecycle.ts'
import { playLifecycle } from '../lifecycle.ts'
import type { StandardInput } from '../standard-input.ts'
import { parseStandardInput } from '../standard-input.ts'
import { envelopeOf } from './envelope.ts'
import { listen } from './listen.ts'
import { planFormat } from './plan-format.ts'
import { waveGate } from './wave-gate.ts'

export const controlflowPlaybook: Playbook<StandardInput, StandardResult> = {
  name: 'controlflow',
  version: 1,
  parseInput: parseStandardInput,
  play: (run, input) => playLifecycle(run, input, controlflow(input)),
}

/** A state machine with a gate at every step: approval, plan review, waves, reviews, a summary that somebody sees. */
function controlflow({ from, policy }: StandardInput): Process {
  const { given, before } = from === null ? { given: null, before: nothingBefore } : goOnWith(from)
  return {
    book: () => controlflowBook(policy, before),
    format: (book) => planFormat(book, before),
    hear: (run) => listen(run, before),
    manner: (run) => ({ namesFiles: false, wave: waveGate(run, policy), envelope: envelopeOf(run, before) }),
    given: () => given,
  }
}
