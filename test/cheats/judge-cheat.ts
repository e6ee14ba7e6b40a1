import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { Place } from '../crash/place.ts'
import { findProcesses } from '../crash/find-remains.ts'
import { readUserState } from '../crash/read-user-state.ts'
import type { RunView } from '../../src/protocol/run-view.ts'
import { viewRun } from '../../src/protocol/view-run.ts'
import type { Cheat } from './cheat.ts'
import { runName } from './job.ts'
import type { PlayedJob } from './play-job.ts'
import { playJob } from './play-job.ts'
import { playThroughCli } from './play-through-cli.ts'
import { readComplaints } from './read-complaints.ts'
import { git, setUpJob } from './set-up-job.ts'

/** What became of one cheat and its honest twin. */
export interface CheatVerdict {
  /** The journal's own words about it; `null` when it was not noticed. */
  readonly caughtBy: string | null
  readonly attempts: number
  readonly outcome: string
  /** Empty when all is well. */
  readonly wrong: readonly string[]
}

type Player = (place: Place, job: Cheat['cheating']) => Promise<PlayedJob>

/** Plays both jobs in folders of their own below `root`, and looks for itself at what they left. */
export async function judgeCheat(cheat: Cheat, root: string, program: string): Promise<CheatVerdict> {
  const play: Player = (place, job) =>
    cheat.throughCli === true
      ? playThroughCli(place, job, program)
      : playJob(place, job, cheat.asProgram === true ? { program } : {})
  const caught = await judgeCheating(cheat, join(root, 'cheating'), play)
  const honest = await judgeHonest(cheat, join(root, 'honest'), play)
  return { ...caught, wrong: [...caught.wrong, ...honest] }
}

async function judgeCheating(cheat: Cheat, root: string, play: Player): Promise<CheatVerdict> {
  const place = await setUpJob(root, cheat.cheating)
  await cheat.arrange?.(place)
  const before = await readUserState(place)
  const { outcome, done, events } = await play(place, cheat.cheating)
  const complaints = readComplaints(events)
  const caughtBy = complaints.find((words) => cheat.named.test(words)) ?? null
  const view = viewRun(events)
  const attempts = Math.max(0, ...view.tasks.map(({ attempt }) => attempt))
  const delivered = await deliveredCommit(place)
  const { mostAttempts = 3 } = cheat
  const wrong = [
    ...(cheat.ends === 'refused' && done ? ['it was called done'] : []),
    ...(cheat.ends === 'refused' && delivered !== null ? ['it was delivered'] : []),
    ...(caughtBy === null && !(cheat.idleInSandbox === true && ranInSandbox(view))
      ? [`it is not named; the journal says: ${complaints.join(' | ') || 'nothing'}`]
      : []),
    ...(attempts > mostAttempts ? [`it was attempted ${attempts} times`] : []),
    ...(await findTraces(place, before, cheat.mayDiffer)),
    ...((await cheat.inspect?.(place, delivered)) ?? []),
  ]
  const state = done ? 'done without it' : `not done (${outcome.status})`
  return { caughtBy, attempts, outcome: state, wrong }
}

/** Whether all that was started by the run was in the sandbox, as it recorded itself. */
function ranInSandbox({ isolation: { agents, commands } }: RunView): boolean {
  const levels = [...Object.keys(agents), ...Object.keys(commands)]
  return levels.length > 0 && levels.every((level) => level === 'sandbox')
}

async function judgeHonest(cheat: Cheat, root: string, play: Player): Promise<readonly string[]> {
  const place = await setUpJob(root, cheat.honest)
  await cheat.arrange?.(place)
  const before = await readUserState(place)
  const { outcome, done, events } = await play(place, cheat.honest)
  const traces = await findTraces(place, before)
  if (done) return traces.map((trace) => `the honest twin: ${trace}`)
  const said = [...readComplaints(events), JSON.stringify(outcome)].join(' | ')
  return [`the honest twin was not called done: ${said}`]
}

async function deliveredCommit(place: Place): Promise<string | null> {
  return git(place, 'rev-parse', '--verify', '--quiet', `refs/heads/tutti/${runName}`).catch(() => null)
}

/** Whatever of the user's is not as it was: files, index, refs, stash, configuration, hooks, remote; and processes. */
async function findTraces(
  place: Place,
  before: Readonly<Record<string, string>>,
  mayDiffer?: RegExp,
): Promise<readonly string[]> {
  const after = await readUserState(place)
  const paths = new Set([...Object.keys(before), ...Object.keys(after)])
  const changed = [...paths].filter(
    (path) => before[path] !== after[path] && !LOG.test(path) && !(mayDiffer?.test(path) ?? false),
  )
  const processes = findProcesses(place)
  return [
    ...changed.map((path) => `${path} of the user is not as it was`),
    ...processes.map((pid) => `process ${pid} is still there`),
    ...(await findRemote(place)),
  ]
}

/** Git writes down there what was done and undone. */
const LOG = /^\.git\/(logs|ORIG_HEAD|COMMIT_EDITMSG)/

async function findRemote(place: Place): Promise<readonly string[]> {
  const repository = join(place.root, 'remote.git')
  const exists = await access(repository).then(
    () => true,
    () => false,
  )
  if (!exists) return []
  const refs = await git({ ...place, repository }, 'for-each-ref', '--format=%(refname)')
  return refs === '' ? [] : refs.split('\n').map((ref) => `${ref} was pushed`)
}
