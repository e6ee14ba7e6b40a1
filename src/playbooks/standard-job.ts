import { decidingGates } from '../gates/find-gates.ts'
import { createProof } from '../gates/proof.ts'
import { provingCommandOf } from '../gates/proving-command.ts'
import { RunFailure } from '../kernel/failure.ts'
import type { Run } from '../kernel/playbook.ts'
import type { RepositoryFacts } from '../stages/intake/intake.ts'
import type { Job } from '../stages/job.ts'
import type { StandardInput } from './standard-input.ts'

/** What every stage needs to know, before anybody has looked at the request. */
export function jobFor(run: Run, input: StandardInput, facts: RepositoryFacts): Job {
  const { objective, agents, fallbacks, routes, policy } = input
  const found = decidingGates(facts.gates)
  if (input.verify === null && found.length === 0) {
    const message =
      'Nothing says how work is proven here. Name a command: `--verify "npm test"`, or `verify:` in tutti.yaml.'
    throw new RunFailure({ code: 'bad-input', message })
  }
  const commands = input.verify ?? found.map((gate) => provingCommandOf(gate, policy.gateTimeoutMs))
  const command = input.prepare === '' ? null : (input.prepare ?? facts.install)
  const preparation = { command, copy: input.copy, timeoutMs: policy.gateTimeoutMs }
  const base = { commit: facts.base, tree: facts.baseTree }
  const { gates, flakeRuns } = policy
  const proof = createProof({ commands, preparation, base, gates, flakeRuns })
  const taskLimits = definedLimits(input.taskLimits)
  return {
    objective,
    base: facts.base,
    agents,
    fallbacks,
    routes,
    policy,
    proof,
    taskLimits,
    contracts: [],
    tier: policy.process.tier === 'auto' ? 'medium' : policy.process.tier,
    sources: [],
    teamRoles: input.teamRoles,
    clarifications: [],
    criteria: [],
    recorded: () => run.recorded(),
  }
}

function definedLimits({ turns, tokens, usd, wallMs }: StandardInput['taskLimits']): Job['taskLimits'] {
  return {
    ...(turns === undefined ? {} : { turns }),
    ...(tokens === undefined ? {} : { tokens }),
    ...(usd === undefined ? {} : { usd }),
    ...(wallMs === undefined ? {} : { wallMs }),
  }
}
