import type { Run } from '../../kernel/playbook.ts'
import { highRiskActions } from '../../plan/high-risk-actions.ts'
import type { RunPolicy } from '../../policy/run-policy.ts'
import { agentOf } from '../../records/controlflow/agents.ts'
import { count, gateReport, preflectGate } from '../../records/controlflow/gates.ts'
import type { PreflectFact } from '../../records/controlflow/own-facts.ts'
import { ownFact } from '../../records/controlflow/own-facts.ts'
import type { SeenAhead } from '../../stages/execute/look-ahead.ts'
import { driftOf, seeAhead } from '../../stages/execute/look-ahead.ts'
import { fact } from '../../stages/facts.ts'
import type { WaveAhead, WaveCheck, WaveGate } from '../../stages/manner.ts'

/** Looks at every wave before it starts, and asks for it in one sentence; phases that can do harm one by one. */
export function waveGate(run: Run, policy: RunPolicy): WaveGate {
  return {
    check: (scope, wave) => preflect(run, scope, wave, policy),
    words: (wave) => ({ ask: askOf(wave), details: detailsOf(wave) }),
    risksOf: highRiskActions,
  }
}

function askOf({ number, tasks }: WaveAhead): string {
  const agents = [...new Set(tasks.map(({ role }) => agentOf(role)))].join(', ')
  return `Wave ${number}: ${count(tasks.length, 'phase')}, agents: [${agents}]. Approve all? (y/n/details)`
}

function detailsOf({ tasks }: WaveAhead): string {
  return tasks
    .map(
      ({ id, title, role, risk, writeSet }) =>
        `- ${id}: ${title} (${agentOf(role)}, risk ${risk}; ${writeSet.join(', ') || 'no files named'})`,
    )
    .join('\n')
}

/** Four questions that the program answers by itself; only what they leave open is anybody else's to decide. */
async function preflect(run: Run, scope: Run, wave: WaveAhead, { replans }: RunPolicy): Promise<WaveCheck> {
  const { number, of } = wave
  const seen = await seeAhead(scope, wave)
  const value = await scope.decide<PreflectFact>('reflect', () => reflect(run, wave, seen, replans))
  await scope.record('preflect', ownFact({ kind: 'cf-preflect', value }))
  const gate = preflectGate(value)
  const text = gateReport(gate, `PREFLECT_GATE, wave ${number} of ${of}`)
  await scope.record('preflect-gate', fact({ kind: 'announced', value: { text } }))
  const { decision } = value
  if (decision === 'GO') return { kind: 'go' }
  return { kind: decision === 'REPLAN' ? 'replan' : 'unsure', why: gate.reason }
}

function reflect(run: Run, wave: WaveAhead, seen: SeenAhead, replans: number): PreflectFact {
  const { number, of, revision, tasks } = wave
  const drift = driftOf(run, wave, seen)
  const { scopeDrift, contractDrift, missingEvidence } = drift
  const earlier = [...run.recorded()].filter(([name, value]) => {
    const of = value as unknown as PreflectFact
    return name.endsWith('/preflect') && of.decision === 'REPLAN' && of.revision < revision
  })
  const isOff = contractDrift.length > 0 || scopeDrift.length > 0
  const isOpen = isOff || missingEvidence.length > 0
  const decision = isOff && earlier.length < replans ? 'REPLAN' : isOpen ? 'ABSTAIN' : 'GO'
  return {
    wave: number,
    waves: of,
    revision,
    phases: tasks.map(({ id }) => id),
    decision,
    ...drift,
    destructive: tasks.flatMap((task) => highRiskActions(task).map((action) => `${task.id}: ${action}`)),
  }
}
