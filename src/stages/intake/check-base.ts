import type { Baseline, RedGate } from '../../gates/take-baseline.ts'
import { takeBaseline } from '../../gates/take-baseline.ts'
import { liveGates } from '../../gates/live-gates.ts'
import type { IsolationLevel } from '../../kernel/ports/isolation.ts'
import { RunFailure } from '../../kernel/failure.ts'
import type { Run } from '../../kernel/playbook.ts'
import type { Question } from '../../kernel/question.ts'
import { fact } from '../facts.ts'
import { missingPrograms } from './missing-programs.ts'
import { refusedPaths } from './refused-paths.ts'
import type { Job } from '../job.ts'

/** How often a person may allow more before the base is as it is. */
const MOST_ALLOWED = 3

/**
 * Proves the base before an agent is paid. Tests that fail there are known from then on; a gate that is red for
 * any other reason is one clear question, unless nobody asked for that gate.
 */
export async function checkBase(run: Run, job: Pick<Job, 'proof'>): Promise<void> {
  return tryBase(run, job, 0)
}

async function tryBase(run: Run, job: Pick<Job, 'proof'>, allowed: number): Promise<void> {
  const baseline = await takeBaseline(run, allowed === 0 ? 'baseline' : `baseline-${allowed + 1}`, job.proof)
  await sayKnown(run, baseline)
  const unasked = baseline.red.filter(({ gate }) => gate.found === true && gate.kind !== 'test')
  for (const { gate } of unasked) {
    job.proof.memory.dropped.add(gate.name)
    const text = `\`${gate.command}\` fails on the base, and nobody asked for it; the run goes on without it.`
    await say(run, `without-${gate.name}`, text)
  }
  const red = baseline.red.filter((each) => !unasked.includes(each))
  if (red.length > 0 || baseline.verdict.status === 'errored') {
    const said = await askAbout(run, job, baseline, red, allowed)
    if (said === 'allowed') return tryBase(run, job, allowed + 1)
  }
  if (liveGates(job.proof, 'integration').length > 0) return
  const message =
    'No gate is left that could prove anything. Name a command that passes: `--verify "npm test"`.'
  throw new RunFailure({ code: 'bad-input', message })
}

async function askAbout(
  run: Run,
  { proof }: Pick<Job, 'proof'>,
  { verdict }: Baseline,
  red: readonly RedGate[],
  allowed: number,
): Promise<'allowed' | 'decided'> {
  const paths = allowed < MOST_ALLOWED ? pathsOf(verdict, red) : []
  const names = new Set(red.map(({ gate }) => gate.name))
  const others = liveGates(proof, 'integration').filter(({ name }) => !names.has(name))
  const mayDrop = red.length > 0 && others.length > 0
  const name = allowed === 0 ? 'base-not-green' : `base-not-green-${allowed + 1}`
  const answer = await run.question(name, question(verdict.message, verdict, red, mayDrop, paths))
  if (answer.option === 'allow') {
    await allowWriting(run, `allow-${allowed + 1}`, paths)
    return 'allowed'
  }
  if (answer.option === 'stop') {
    const message = `Stopped, because the base is not green: ${verdict.message}`
    throw new RunFailure({ code: 'rejected', message })
  }
  if (answer.option === 'without') for (const name of names) proof.memory.dropped.add(name)
  return 'decided'
}

/** What was read-only to it in the sandbox, and may be what it failed of. */
function pathsOf(verdict: Baseline['verdict'], red: readonly RedGate[]): readonly string[] {
  const seen = [...red.map(({ result }) => result.evidence), ...verdict.evidence.slice(-1)]
  const confined = seen.filter(({ isolation = 'none' }) => isolation !== 'none')
  return refusedPaths(confined.map(({ output }) => output).join('\n'))
}

async function allowWriting(run: Run, name: string, paths: readonly string[]): Promise<void> {
  await run.step<null>(name, {
    kind: 'allow',
    input: { write: [...paths] },
    execute: async ({ world }) => {
      await world.allowances?.allowWriting(paths)
      return null
    },
  })
}

function question(
  message: string,
  verdict: Baseline['verdict'],
  red: readonly RedGate[],
  mayDrop: boolean,
  paths: readonly string[],
): Question {
  const evidence = red[0]?.result.evidence ?? verdict.evidence.at(-1)
  const missing = missingPrograms(evidence?.exitCode ?? null, evidence?.output ?? '')
  const hint = missing.length > 0 ? notFound(missing, evidence?.isolation) : notPassedOn(evidence?.withheld)
  const commands = red.map(({ gate }) => `\`${gate.command}\``).join(' and ')
  return {
    kind: 'choice',
    text: `Before any change: ${message}${hint}${readOnly(paths)} Work can only be called done when these commands pass.`,
    options: [
      ...(paths.length === 0
        ? []
        : [
            {
              id: 'allow',
              label: `Allow writing to ${paths.join(' and ')}, now and in later runs, and try again`,
            },
          ]),
      { id: 'go-on', label: 'Go on; the agents have to make it green' },
      ...(mayDrop ? [{ id: 'without', label: `Go on without ${commands}` }] : []),
      { id: 'stop', label: 'Stop here' },
    ],
    free: false,
    details: { output: (evidence?.output ?? '').slice(-2000) },
  }
}

function notPassedOn(withheld: readonly string[] = []): string {
  return withheld.length === 0 ? '' : ` Not passed on to it: ${withheld.join(', ')}.`
}

function notFound(programs: readonly string[], isolation: IsolationLevel = 'none'): string {
  const named = programs.map((program) => `\`${program}\``).join(' and ')
  const hidden =
    isolation === 'sandbox'
      ? ' If it is installed in a folder that the sandbox does not show, `tutti allow read FOLDER` shows it.'
      : ''
  return ` ${named} was not found: stop, install it, or name other commands with \`--prepare\` and \`--verify\`, and run again.${hidden}`
}

function readOnly(paths: readonly string[]): string {
  if (paths.length === 0) return ''
  const commands = paths.map((path) => `\`tutti allow write ${path}\``).join(' and ')
  return ` It wanted to write to ${paths.join(' and ')}, which the sandbox does not let; ${commands} would, and with \`--isolation none\` nothing is kept apart.`
}

async function sayKnown(run: Run, { knownFailures, flaky }: Baseline): Promise<void> {
  if (knownFailures.length > 0) {
    const what = knownFailures.length === 1 ? 'test fails' : 'tests fail'
    const held = knownFailures.length === 1 ? 'is not held' : 'are not held'
    const told = `${knownFailures.length} ${what} on the base already and ${held} against anybody`
    await say(run, 'known-failures', `${told}: ${list(knownFailures)}.`)
  }
  if (flaky.length > 0) {
    const what = flaky.length === 1 ? 'test fails' : 'tests fail'
    await say(run, 'flaky-tests', `${flaky.length} ${what} on the base by chance: ${list(flaky)}.`)
  }
}

function say(run: Run, name: string, text: string): Promise<void> {
  return run.record(name, fact({ kind: 'notice', value: { text } }))
}

function list(tests: readonly string[]): string {
  return `${tests.slice(0, 5).join(', ')}${tests.length > 5 ? ', …' : ''}`
}
