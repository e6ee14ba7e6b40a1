import type { Run } from '../../kernel/playbook.ts'
import type { Task } from '../../plan/plan.ts'
import { covers } from '../../plan/write-set.ts'
import type { RunPolicy } from '../../policy/run-policy.ts'
import { agentOf } from '../../records/controlflow/agents.ts'
import { gateReport, preflectGate } from '../../records/controlflow/gates.ts'
import type { PreflectFact } from '../../records/controlflow/own-facts.ts'
import { ownFact } from '../../records/controlflow/own-facts.ts'
import { fact } from '../../stages/facts.ts'
import type { WaveAhead, WaveCheck, WaveGate } from '../../stages/manner.ts'

/** Actions that only a person allows, and the words of a phase that tell them. */
const APPROVAL_REQUIRED: readonly (readonly [string, RegExp])[] = [
  [
    'destructive_file_delete',
    /\b(?:delete|remove)s?\s+(?:all|every|the\s+whole|\S+\s+files?|files?\b|director|folder)/i,
  ],
  [
    'bulk_contract_rewrite',
    /\b(?:rewrite|replace)s?\s+(?:all|every|the)\s+(?:\w+\s+)?(?:contract|schema|interface|api)s?\b/i,
  ],
  ['git_force_push', /\bforce[- ]push|\bpush\s+(?:--force|-f)\b/i],
  ['git_reset_hard', /\breset\s+--hard\b/i],
  ['drop_table', /\b(?:drop|truncate)s?\s+(?:the\s+)?(?:\w+\s+)?(?:table|database|schema|collection)s?\b/i],
  ['rm_rf', /\brm\s+-\w*(?:rf|fr)/i],
  [
    'amend_published_commit',
    /\bamend\w*\s+(?:a\s+|the\s+)?(?:published|pushed)|\brewrite\s+(?:the\s+)?(?:git\s+)?history\b/i,
  ],
  [
    'merge_to_protected_branch',
    /\bmerge\w*\s+(?:it\s+)?(?:in)?to\s+(?:the\s+)?(?:main|master|protected|release)\b/i,
  ],
  [
    'push_to_shared_infrastructure',
    /\b(?:push|deploy|publish)\w*\s+(?:it\s+)?to\s+(?:the\s+)?(?:shared|production|staging|registry|infrastructure)/i,
  ],
]

/** Looks at every wave before it starts, and asks for it in one sentence; phases that can do harm one by one. */
export function waveGate(run: Run, policy: RunPolicy): WaveGate {
  return {
    check: (scope, wave) => preflect(run, scope, wave, policy),
    words: (wave) => ({ ask: askOf(wave), details: detailsOf(wave) }),
    risksOf,
  }
}

export function risksOf({ title, description }: Task): readonly string[] {
  return APPROVAL_REQUIRED.filter(([, words]) => words.test(`${title}\n${description}`)).map(
    ([action]) => action,
  )
}

function askOf({ number, tasks }: WaveAhead): string {
  const agents = [...new Set(tasks.map(({ role }) => agentOf(role)))].join(', ')
  return `Wave ${number}: ${tasks.length} ${tasks.length === 1 ? 'phase' : 'phases'}, agents: [${agents}]. Approve all? (y/n/details)`
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
  const seen = await look(scope, wave)
  const value = await scope.decide<PreflectFact>('reflect', () => reflect(run, wave, seen, replans))
  await scope.record('preflect', ownFact({ kind: 'cf-preflect', value }))
  const gate = preflectGate(value)
  const text = gateReport(gate, `PREFLECT_GATE, wave ${number} of ${of}`)
  await scope.record('preflect-gate', fact({ kind: 'announced', value: { text } }))
  const { decision } = value
  if (decision === 'GO') return { kind: 'go' }
  return { kind: decision === 'REPLAN' ? 'replan' : 'unsure', why: gate.reason }
}

function reflect(
  run: Run,
  wave: WaveAhead,
  seen: { readonly changed: readonly string[]; readonly missing: readonly string[] },
  replans: number,
): PreflectFact {
  const { number, of, revision, tasks } = wave
  const scopeDrift = seen.changed
    .filter((path) => !mayChange(run, wave, path))
    .map((path) => `${path} was changed, and no phase of the plan was to change it.`)
  const contractDrift = wave.plan.contracts
    .filter(({ from, to }) => tasks.some(({ id }) => id === to) && !isMade(wave, from))
    .map(({ from, to, interface: what }) => `${to} needs ${what} of ${from}, which is not there.`)
  const missingEvidence = [
    ...seen.missing.map((path) => `${path} is to be read, and is not there.`),
    ...tasks.flatMap(({ id, acceptance }) =>
      acceptance.length > 0 ? [] : [`Nothing says when ${id} is done.`],
    ),
  ]
  const earlier = [...run.recorded()].filter(
    ([name, value]) =>
      name.endsWith('/preflect') && isEarlierReplan(value as unknown as PreflectFact, revision),
  )
  const isOff = contractDrift.length > 0 || scopeDrift.length > 0
  const isOpen = isOff || missingEvidence.length > 0
  const decision = isOff && earlier.length < replans ? 'REPLAN' : isOpen ? 'ABSTAIN' : 'GO'
  return {
    wave: number,
    waves: of,
    revision,
    phases: tasks.map(({ id }) => id),
    decision,
    scopeDrift,
    contractDrift,
    missingEvidence,
    destructive: tasks.flatMap((task) => risksOf(task).map((action) => `${task.id}: ${action}`)),
  }
}

function isEarlierReplan({ decision, revision: of }: PreflectFact, revision: number): boolean {
  return decision === 'REPLAN' && of < revision
}

/** What has changed on the line since the run began, and what the phases are to read that is not there. */
function look(
  run: Run,
  { base, head, tasks }: WaveAhead,
): Promise<{ readonly changed: readonly string[]; readonly missing: readonly string[] }> {
  const read = [...new Set(tasks.flatMap(({ context }) => context.map(({ path }) => path)))]
  return run.step('look', {
    kind: 'repository',
    input: { base, head, read },
    execute: async ({ world: { repository } }) => {
      const changes = await repository.changes(base, head)
      const missing: string[] = []
      for (const path of read) if ((await repository.readFile(head, path)) === null) missing.push(path)
      return { changed: changes.map(({ path }) => path), missing }
    },
  })
}

/** Where nobody knows what a phase writes, nothing that changed is strange; write-sets may have grown. */
function mayChange(run: Run, { plan, done }: WaveAhead, path: string): boolean {
  const finished = plan.tasks.filter(({ id }) => done.includes(id))
  const grown = [...run.recorded()].flatMap(([name, value]) =>
    name.endsWith('-extended') ? (value as { readonly paths: readonly string[] }).paths : [],
  )
  return (
    finished.some(({ writeSet }) => writeSet.length === 0 || covers(writeSet, path)) || grown.includes(path)
  )
}

function isMade({ done, plan }: WaveAhead, task: string): boolean {
  return done.includes(task) || !plan.tasks.some(({ id }) => id === task)
}
