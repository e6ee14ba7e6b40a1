import type { Asked, AskPlace } from '../contracts/ask.ts'
import { ask } from '../contracts/ask.ts'
import type { Contract } from '../contracts/contract.ts'
import { RunFailure } from '../kernel/failure.ts'
import type { Run } from '../kernel/playbook.ts'
import { afterAgentFailure } from '../policy/after-agent-failure.ts'
import { isTransient } from '../policy/is-transient.ts'
import { fact } from './facts.ts'
import type { Job } from './job.ts'

/** Asks a role and, when the agent itself fails, tries again as the policy says. */
export async function askRole<In, Out>(
  run: Run,
  job: Job,
  contract: Contract<In, Out>,
  input: In,
  place: Omit<AskPlace, 'agent'>,
  task: string | null = null,
): Promise<Asked<Out>> {
  const agent = job.agents[contract.role]
  for (let tries = 1, failed = 0; ; tries += 1) {
    const attempt = run.scope(`try-${tries}`)
    try {
      const asked = await ask(attempt, contract, input, { ...place, agent })
      for (const [index, { action, message }] of asked.turn.findings.entries()) {
        await attempt.record(
          `finding-${index + 1}`,
          fact({ kind: 'finding', value: { task, action, message } }),
        )
      }
      return asked
    } catch (thrown) {
      if (!(thrown instanceof RunFailure)) throw thrown
      const reaction = afterAgentFailure(thrown.failure, failed + 1, job.policy)
      if (reaction.kind === 'give-up') throw thrown
      const until = reaction.kind === 'wait' ? reaction.wait.until : null
      const setback = isTransient(thrown.failure) ? { agent, until } : undefined
      const text = `${agent}: ${thrown.message}`
      const value = setback === undefined ? { text } : { text, setback }
      await attempt.record('failed', fact({ kind: 'notice', value }))
      if (setback) job.heed?.({ kind: 'setback', name: `${attempt.scopeName}/failed`, ...setback })
      if (reaction.kind === 'try-again') failed += 1
      await attempt.sleep('pause', reaction.wait)
      if (until !== null) job.heed?.({ kind: 'over', at: until })
    }
  }
}
