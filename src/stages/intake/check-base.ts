import type { Baseline, RedGate } from '../../gates/take-baseline.ts'
import { takeBaseline } from '../../gates/take-baseline.ts'
import { liveGates } from '../../gates/live-gates.ts'
import { RunFailure } from '../../kernel/failure.ts'
import type { Run } from '../../kernel/playbook.ts'
import type { Question } from '../../kernel/question.ts'
import { fact } from '../facts.ts'
import type { Job } from '../job.ts'

/**
 * Proves the base before an agent is paid. Tests that fail there are known from then on; a gate that is red for
 * any other reason is one clear question, unless nobody asked for that gate.
 */
export async function checkBase(run: Run, job: Pick<Job, 'proof'>): Promise<void> {
  const baseline = await takeBaseline(run, 'baseline', job.proof)
  await sayKnown(run, baseline)
  const unasked = baseline.red.filter(({ gate }) => gate.found === true && gate.kind !== 'test')
  for (const { gate } of unasked) {
    job.proof.memory.dropped.add(gate.name)
    const text = `\`${gate.command}\` fails on the base, and nobody asked for it; the run goes on without it.`
    await say(run, `without-${gate.name}`, text)
  }
  const red = baseline.red.filter((each) => !unasked.includes(each))
  if (red.length > 0 || baseline.verdict.status === 'errored') await askAbout(run, job, baseline, red)
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
): Promise<void> {
  const names = new Set(red.map(({ gate }) => gate.name))
  const others = liveGates(proof, 'integration').filter(({ name }) => !names.has(name))
  const mayDrop = red.length > 0 && others.length > 0
  const answer = await run.question('base-not-green', question(verdict.message, verdict, red, mayDrop))
  if (answer.option === 'stop') {
    const message = `Stopped, because the base is not green: ${verdict.message}`
    throw new RunFailure({ code: 'rejected', message })
  }
  if (answer.option === 'without') for (const name of names) proof.memory.dropped.add(name)
}

function question(
  message: string,
  verdict: Baseline['verdict'],
  red: readonly RedGate[],
  mayDrop: boolean,
): Question {
  const evidence = red[0]?.result.evidence ?? verdict.evidence.at(-1)
  const withheld = evidence?.withheld ?? []
  const hint = withheld.length === 0 ? '' : ` Not passed on to it: ${withheld.join(', ')}.`
  const commands = red.map(({ gate }) => `\`${gate.command}\``).join(' and ')
  return {
    kind: 'choice',
    text: `Before any change: ${message}${hint} Work can only be called done when these commands pass.`,
    options: [
      { id: 'go-on', label: 'Go on; the agents have to make it green' },
      ...(mayDrop ? [{ id: 'without', label: `Go on without ${commands}` }] : []),
      { id: 'stop', label: 'Stop here' },
    ],
    free: false,
    details: { output: (evidence?.output ?? '').slice(-2000) },
  }
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
