import { RunFailure } from '../../kernel/failure.ts'
import type { Run } from '../../kernel/playbook.ts'
import {
  WHOLE,
  challengeGate,
  completionGate,
  gateReport,
  planGate,
  reviewGate,
} from '../../records/controlflow/gates.ts'
import type { Gate } from '../../records/controlflow/gates.ts'
import type { FoundFact, OwnFact, TodoFact, WorkBefore } from '../../records/controlflow/own-facts.ts'
import { ownFact } from '../../records/controlflow/own-facts.ts'
import type { MadePlan, Phases } from '../../records/controlflow/phases.ts'
import { phasesOf } from '../../records/controlflow/phases.ts'
import type { StageFact } from '../../stages/facts.ts'
import { fact } from '../../stages/facts.ts'
import type { HeardFact } from '../../stages/heard-run.ts'
import type { Memory } from '../../stages/learn/memory.ts'
import { memoryOf } from '../../stages/learn/memory.ts'

/** What ControlFlow tells beside the stages: gates in words, todos one by one, memory, the outcome and the summary. */
export function listen(
  run: Run,
  { name: job, phases: before }: WorkBefore,
): (heard: HeardFact) => Promise<void> {
  let plan: MadePlan | null = null
  const tell = (name: string, of: OwnFact): Promise<void> => run.record(`cf/${name}`, ownFact(of))
  const report = (name: string, heading: string, gate: Gate): Promise<void> =>
    run.record(`cf/${name}/gate`, fact({ kind: 'announced', value: { text: gateReport(gate, heading) } }))
  return async (heard) => {
    const { name } = heard
    const told = heard as unknown as StageFact
    switch (told.kind) {
      case 'brief':
        await tell('found', { kind: 'cf-found', value: await look(run, job ?? told.value.slug) })
        if (before.length > 0) await tell('reconciled', { kind: 'cf-reconciled', value: { phases: before } })
        return
      case 'plan': {
        const made = told.value as MadePlan
        const { revision } = made
        plan = made
        const existing = await whatExists(run, made)
        await tell(`plan-${revision}`, { kind: 'cf-plan-files', value: { revision, existing } })
        return report(`plan-${revision}`, `PLAN_GATE, revision ${revision}`, planGate(made))
      }
      case 'challenged':
        return report(
          name,
          `PLAN_GATE, round ${told.value.round} of the plan review`,
          challengeGate(told.value),
        )
      case 'reviewed': {
        const { scope, of } = told.value
        const phase = scope === 'task' ? phasesOf(plan, before).find(of) : undefined
        const gate = reviewGate(told.value, phase)
        return report(name, `${gate.event_type}, ${phase?.name ?? WHOLE}`, gate)
      }
      case 'told': {
        const memory = await run.decide(`cf/${name}/judged`, () => memoryOf(told.value, remembered(run)))
        if (memory !== null) await tell(name, { kind: 'cf-memory', value: memory })
        return
      }
      case 'task': {
        if (told.value.state !== 'done') return
        const { task } = told.value
        const { number: phase = 0, title = task } = phasesOf(plan, before).find(task) ?? {}
        return tell(`${name}/todo`, { kind: 'cf-todo', value: { task, phase, title } })
      }
      case 'stage':
        if (told.value.stage === 'learn') await complete(run, tell, report, phasesOf(plan, before), before)
        return
      default:
        return
    }
  }
}

/** What was there before the run, of the files that are added to. */
function look(run: Run, job: string): Promise<FoundFact> {
  return run.step<FoundFact>('cf/look', {
    kind: 'repository',
    input: { job },
    execute: async ({ world: { repository } }) => {
      const { head } = await repository.checkout()
      return {
        log: await repository.readFile(head, `plans/artifacts/observability/${job}.ndjson`),
        notes: await repository.readFile(head, 'NOTES.md'),
        outcomes: await repository.readFile(head, 'plans/session-outcomes.md'),
        outcomeLines: await repository.readFile(head, 'plans/session-outcomes.ndjson'),
      }
    },
  })
}

function whatExists(run: Run, { revision, tasks }: MadePlan): Promise<readonly string[]> {
  const paths = [...new Set(tasks.flatMap(({ writeSet }) => writeSet))]
  return run.step<readonly string[]>(`cf/exists-${revision}`, {
    kind: 'repository',
    input: paths,
    execute: async ({ world: { repository } }) => {
      const { head } = await repository.checkout()
      const there = new Set(await repository.listFiles(head))
      return paths.filter((path) => there.has(path))
    },
  })
}

function remembered(run: Run): readonly string[] {
  return [...run.recorded()].flatMap(([name, value]) =>
    /^cf\/.*\/told-\d+$/.test(name) ? [(value as unknown as Memory).fact] : [],
  )
}

/** Every todo is looked at, the outcome is written, and only then somebody is shown the summary and asked. */
async function complete(
  run: Run,
  tell: (name: string, of: OwnFact) => Promise<void>,
  report: (name: string, heading: string, gate: Gate) => Promise<void>,
  { all }: Phases,
  before: WorkBefore['phases'],
): Promise<void> {
  const told = [...run.recorded()].filter(([name]) => name.endsWith('/todo'))
  const marked = new Set([
    ...told.map(([, value]) => (value as TodoFact).task),
    ...before.flatMap(({ task, isCompleted }) => (isCompleted ? task : [])),
  ])
  const missing = all.flatMap(({ id, name }) => (marked.has(id) ? [] : name))
  const completed = all.flatMap(({ id, name }) => (marked.has(id) ? name : []))
  await tell('outcome', { kind: 'cf-outcome', value: { missing } })
  const gate = completionGate(missing, null)
  await report('completion', 'COMPLETION_GATE', gate)
  const summary = [
    `Plan complete: ${completed.length} of ${all.length} phases.`,
    ...completed.map((name) => `✅ ${name}`),
    ...missing.map((name) => `❌ ${name}`),
  ]
  const answer = await run.question('completion', {
    kind: 'approval',
    text: [...summary, `${gate.reason} Deliver it?`].join('\n'),
    options: [
      { id: 'approve', label: 'Deliver it' },
      { id: 'reject', label: 'Reject and end the run' },
    ],
    free: false,
    details: { completed, missing },
  })
  if (answer.option !== 'approve') {
    throw new RunFailure({ code: 'rejected', message: `The completed work was rejected by ${answer.by}.` })
  }
  await tell('complete', { kind: 'cf-complete', value: { by: answer.by } })
}
