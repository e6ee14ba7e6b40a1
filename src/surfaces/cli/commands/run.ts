import { choosePlaybook, namedPlaybookFile } from '../../../host/choose-playbook.ts'
import { chooseAgents } from '../../../host/choose-agents.ts'
import { programsGiven } from '../../../host/find-given.ts'
import type { Host } from '../../../host/host.ts'
import { openHost } from '../../../host/host.ts'
import { readPlayablePlan } from '../../../host/read-plan.ts'
import { reapDeadRuns } from '../../../host/reap-dead-runs.ts'
import { routesForNobody } from '../../../host/routes-for-nobody.ts'
import { refuseUnmetered } from '../../../host/refuse-unmetered.ts'
import { refuseTakenBranch } from '../../../host/refuse-taken-branch.ts'
import { checkRunId, newRunId } from '../../../host/run-id.ts'
import { branchOf, standardInput } from '../../../host/standard-input.ts'
import { isBegun } from '../../../host/run-store.ts'
import { RunFailure } from '../../../kernel/failure.ts'
import { chooseGiven } from '../choose-given.ts'
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
  readonly from?: string
  readonly inPlace: boolean
  readonly allowUnmetered?: boolean
}

/** Starts a run on the repository around this folder. */
export async function runCommand(
  terminal: Terminal,
  said: string | undefined,
  flags: RunFlags,
): Promise<number> {
  const { cwd, environment } = terminal
  const plan = flags.plan === undefined ? null : await readPlayablePlan(flags.plan, cwd, terminal.stdin)
  const found = await chooseGiven(terminal, said, flags)
  const objective = objectiveOf(said, plan?.objective ?? found?.objective, flags)
  const process = found?.given.process ?? flags.playbook
  const host = await openHost({
    cwd,
    environment,
    flags: settingFlags(flags),
    ...(process === undefined ? {} : { playbook: process }),
  })
  const run = flags.name === undefined ? newRunId(objective) : checkRunId(flags.name)
  await refuseExisting(host, run)
  await refuseTakenBranch(host, run, branchOf(host.settings, run))
  const { root } = host.locations.repository
  const named = process === undefined ? null : await namedPlaybookFile(process, { cwd, root })
  const isProofGiven = found !== null && host.settings.verify === null
  const proof = isProofGiven ? await programsGiven(found.given, cwd) : []
  const brought = [...(named === null ? [] : [named]), ...proof]
  const { roles } = await requireTrust(terminal, host, flags.json, brought)
  const playbook = await choosePlaybook(process, { cwd, root })
  const agents = chooseAgents(host.settings, environment)
  const loose = refuseUnmetered(host.settings, agents.programs, flags.allowUnmetered === true)
  const lost = routesForNobody(
    agents.routes,
    roles.map(({ name }) => name),
  )
  for (const notice of [...agents.notices, ...lost, ...loose]) terminal.err(notice)
  for (const { run: dead, label } of await reapDeadRuns(host.locations)) {
    terminal.err(`Ended what the interrupted run ${dead} had left: ${label}.`)
  }
  const start = standardInput(run, objective, host.settings, agents, roles, {
    plan: plan?.written ?? null,
    from: found?.given ?? null,
    inPlace: flags.inPlace,
  })
  const { programs } = agents
  const what = { run, start, playbook, programs, past: [], command: `tutti run --name ${run}` }
  return conductInTerminal(terminal, host, what, { ...flags, takeOver: false })
}

/** What is said comes first; without it, what the files that were given are about. */
function objectiveOf(said: string | undefined, written: string | undefined, flags: RunFlags): string {
  if (flags.plan !== undefined && flags.from !== undefined) {
    const message = 'A run begins with --plan or goes on with --from, and not both; leave one of them out.'
    throw new RunFailure({ code: 'bad-input', message })
  }
  const objective = said ?? written ?? ''
  if (objective.trim() !== '') return objective
  const message =
    said === undefined
      ? 'Say what is to be done, as in tutti run "Add a --version flag", or give a plan with --plan.'
      : 'The objective is empty: say what is to be done.'
  throw new RunFailure({ code: 'bad-input', message })
}

async function refuseExisting(host: Host, run: string): Promise<void> {
  if (!(await isBegun(host.locations, run))) return
  const message = `There is a run "${run}" already. Go on with it: tutti resume ${run}; remove it: tutti clean ${run}; or choose another --name.`
  throw new RunFailure({ code: 'bad-input', message })
}
