import { choosePlaybook, namedPlaybookFile } from '../../../host/choose-playbook.ts'
import { chooseAgents } from '../../../host/choose-agents.ts'
import type { Host } from '../../../host/host.ts'
import { openHost } from '../../../host/host.ts'
import { readPlayablePlan } from '../../../host/read-plan.ts'
import { reapDeadRuns } from '../../../host/reap-dead-runs.ts'
import { refuseTakenBranch } from '../../../host/refuse-taken-branch.ts'
import { checkRunId, newRunId } from '../../../host/run-id.ts'
import { branchOf, standardInput } from '../../../host/standard-input.ts'
import { isBegun } from '../../../host/run-store.ts'
import { RunFailure } from '../../../kernel/failure.ts'
import type { ConductOptions } from '../conduct-in-terminal.ts'
import { conductInTerminal } from '../conduct-in-terminal.ts'
import { requireTrust } from '../require-trust.ts'
import type { SettingFlags } from '../setting-flags.ts'
import { settingFlags } from '../setting-flags.ts'
import type { Terminal } from '../terminal.ts'

export interface RunFlags extends SettingFlags, Omit<ConductOptions, 'takeOver'> {
  readonly name?: string
  readonly playbook?: string
  readonly plan?: string
}

/** Starts a run on the repository around this folder. */
export async function runCommand(
  terminal: Terminal,
  said: string | undefined,
  flags: RunFlags,
): Promise<number> {
  const { cwd, environment } = terminal
  const plan = flags.plan === undefined ? null : await readPlayablePlan(flags.plan, cwd, terminal.stdin)
  const objective = said ?? plan?.objective ?? ''
  if (objective.trim() === '') {
    const message =
      said === undefined
        ? 'Say what is to be done, as in tutti run "Add a --version flag", or give a plan with --plan.'
        : 'The objective is empty: say what is to be done.'
    throw new RunFailure({ code: 'bad-input', message })
  }
  const host = await openHost({
    cwd,
    environment,
    flags: settingFlags(flags),
    ...(flags.playbook === undefined ? {} : { playbook: flags.playbook }),
  })
  const run = flags.name === undefined ? newRunId(objective) : checkRunId(flags.name)
  await refuseExisting(host, run)
  await refuseTakenBranch(host, run, branchOf(host.settings, run))
  const { root } = host.locations.repository
  const named = flags.playbook === undefined ? null : await namedPlaybookFile(flags.playbook, { cwd, root })
  const { roles } = await requireTrust(terminal, host, flags.json, named === null ? [] : [named])
  const playbook = await choosePlaybook(flags.playbook, { cwd, root })
  const agents = chooseAgents(host.settings, environment)
  for (const { run: dead, label } of await reapDeadRuns(host.locations)) {
    terminal.err(`Ended what the interrupted run ${dead} had left: ${label}.`)
  }
  const start = standardInput(run, objective, host.settings, agents, roles, plan?.written ?? null)
  const { programs } = agents
  const what = { run, start, playbook, programs, past: [], command: `tutti run --name ${run}` }
  return conductInTerminal(terminal, host, what, { ...flags, takeOver: false })
}

async function refuseExisting(host: Host, run: string): Promise<void> {
  if (!(await isBegun(host.locations, run))) return
  const message = `There is a run "${run}" already. Go on with it: tutti resume ${run}; remove it: tutti clean ${run}; or choose another --name.`
  throw new RunFailure({ code: 'bad-input', message })
}
