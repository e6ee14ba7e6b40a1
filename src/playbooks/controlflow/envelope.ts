import type { Run } from '../../kernel/playbook.ts'
import type { ChallengeFact } from '../../stages/facts.ts'
import type { Brief } from '../../stages/intake/brief.ts'
import type { Manner } from '../../stages/manner.ts'
import { agentOf } from '../../records/controlflow/agents.ts'
import type { WorkBefore } from '../../records/controlflow/own-facts.ts'
import { planPath } from '../../records/controlflow/plan-record.ts'
import { traceIdOf } from '../../records/controlflow/trace-id.ts'

/** What every delegation carries: who is asked, by which trace, for which plan, and the how-manieth time. */
export function envelopeOf(run: Run, { name: given }: WorkBefore): NonNullable<Manner['envelope']> {
  const trace = traceIdOf(run.id)
  return (role, step) => {
    const [, attempt] = /\/attempt-(\d+)\//.exec(step) ?? []
    const [, tried] = /\/try-(\d+)$/.exec(step) ?? []
    const [, revision] = /^challenge\/r(\d+)\//.exec(step) ?? []
    const { slug } = (run.recorded().get('intake/brief') as Brief | undefined) ?? {}
    const name = given ?? slug
    // Who plans also finds out what is meant.
    const asked = role === 'interpreter' ? 'planner' : role
    const retries = Number(attempt ?? 1) + Number(tried ?? 1) - 2
    const text = [
      `agent: ${agentOf(asked)}`,
      `trace_id: ${trace}`,
      ...(name === undefined ? [] : [`plan_path: ${planPath(name)}`]),
      ...(revision === undefined ? [] : [`iteration_index: ${roundOf(run, Number(revision))}`]),
      ...(retries > 0 ? [`retry_attempt: ${retries} (call your tools less often than the last time)`] : []),
    ].join('\n')
    return { trust: 'trusted', title: 'Delegation', text }
  }
}

/** The how-manieth look at a plan this is: one more than the last, where that wanted another. */
function roundOf(run: Run, revision: number): number {
  const before = [...run.recorded()].flatMap(([name, value]) => {
    const of = value as unknown as ChallengeFact
    return /^challenge\/r\d+\/challenged$/.test(name) && of.revision < revision ? [of] : []
  })
  const last = before.at(-1)
  return last?.verdict === 'revise' ? last.round + 1 : 1
}
