import { expect, test } from 'vitest'
import type { TurnLogEntry } from '../../src/adapters/agents/scripted/turn-log.ts'
import type { EventBody, RunEvent } from '../../src/kernel/event.ts'
import type { DeathClass } from './classify-death.ts'
import { classifyDeath } from './classify-death.ts'

const resumed: EventBody = {
  type: 'run-resumed',
  playbook: { name: 'standard', version: 1 },
  tutti: '0',
  tornBytes: 0,
}
const started = (kind: string): EventBody => ({
  type: 'step-started',
  step: kind,
  kind,
  version: 1,
  digest: '',
  attempt: 1,
})
const asked: EventBody = {
  type: 'question-asked',
  question: 'q',
  ask: { kind: 'approval', text: '', options: [], free: false },
}
const turn = (phase: TurnLogEntry['phase']): TurnLogEntry => ({
  at: 0,
  pid: 1,
  run: 'r',
  step: 'turn',
  attempt: 1,
  session: 's',
  phase,
})

test.each<readonly [DeathClass, readonly string[], readonly EventBody[], readonly TurnLogEntry[]]>([
  ['start-up', [], [], []],
  ['start-up', ['append'], [], []],
  ['append', ['append', 'git add'], [resumed, started('turn')], [turn('start')]],
  ['git', ['git update-ref'], [resumed, started('turn')], [turn('start')]],
  ['git', ['write guard'], [resumed, started('turn')], []],
  ['gate', ['ledger-append'], [resumed, started('gate'), started('turn')], [turn('start')]],
  ['agent turn', [], [resumed, started('turn')], [turn('start')]],
  ['between', [], [resumed, started('turn')], [turn('start'), turn('end')]],
  ['idle', [], [resumed, asked], []],
  ['between', [], [resumed, asked, started('workspace')], []],
])('%s, with %o open', (expected, openEffects, bodies, turns) => {
  const past: RunEvent = { v: 1, seq: 1, at: 0, ...resumed }
  const events = [past, ...bodies.map((body, index): RunEvent => ({ v: 1, seq: index + 2, at: 0, ...body }))]
  expect(classifyDeath({ openEffects, events, eventsBefore: 1, turns })).toBe(expected)
})
