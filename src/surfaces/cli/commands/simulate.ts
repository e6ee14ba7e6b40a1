import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { findPlan } from '../../../host/find-plan.ts'
import { RunFailure } from '../../../kernel/failure.ts'
import type { SimulationRequest } from '../../../protocol/view-simulation.ts'
import { STANDARD_SIMULATION, viewSimulation } from '../../../protocol/view-simulation.ts'
import { plural } from '../../../protocol/words.ts'
import { jsonText } from '../json-text.ts'
import { renderSimulation } from '../render-simulation.ts'
import { renderTimeline } from '../render-timeline.ts'
import type { Terminal } from '../terminal.ts'

const MOST_WORKERS = 1000
const MOST_RUNS = 10_000

export interface SimulateFlags {
  readonly workers?: string
  readonly order?: SimulationRequest['order']
  readonly durations?: SimulationRequest['durations']
  readonly failureRate?: string
  readonly runs?: string
  readonly seed?: string
  readonly svg?: string
  readonly json: boolean
}

/** Plays a plan many times on a virtual clock and says what may be expected of it. No agent is asked. */
export async function simulateCommand(
  terminal: Terminal,
  named: string | undefined,
  flags: SimulateFlags,
): Promise<number> {
  const asked = readFlags(flags)
  const { plan, errors } = await findPlan(named, terminal)
  if (errors > 0) {
    const message = `The plan cannot be played: ${plural(errors, 'error')}. See: ${terminal.self} plan lint ${named ?? ''}`
    throw new RunFailure({ code: 'bad-input', message })
  }
  const view = viewSimulation(plan, asked)
  if (flags.svg !== undefined) await writeTimeline(terminal, flags.svg, renderTimeline(view))
  if (flags.json) terminal.out(jsonText(view, 2))
  else for (const line of renderSimulation(view, terminal.paint)) terminal.out(line)
  return 0
}

async function writeTimeline(terminal: Terminal, file: string, svg: string): Promise<void> {
  try {
    await writeFile(resolve(terminal.cwd, file), svg)
  } catch (cause) {
    const message = `${file} cannot be written: ${whyUnwritable(cause)}. Name another file after --svg.`
    throw new RunFailure({ code: 'bad-input', message, where: file }, { cause })
  }
  terminal.err(`The timeline of the run in the middle is in ${file}.`)
}

function whyUnwritable(error: unknown): string {
  switch (error instanceof Error && 'code' in error ? error.code : null) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'its folder is not there'
    case 'EISDIR':
      return 'it is a folder'
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'permission was denied'
    case 'ENOSPC':
      return 'the disk is full'
    default:
      return error instanceof Error ? error.message : String(error)
  }
}

function readFlags(flags: SimulateFlags): SimulationRequest {
  const standard = STANDARD_SIMULATION
  return {
    workers: wholeNumber('--workers', flags.workers, 1, MOST_WORKERS) ?? standard.workers,
    order: flags.order ?? standard.order,
    durations: flags.durations ?? standard.durations,
    failureRate: share('--failure-rate', flags.failureRate) ?? standard.failureRate,
    runs: wholeNumber('--runs', flags.runs, 1, MOST_RUNS) ?? standard.runs,
    seed: wholeNumber('--seed', flags.seed, 0, 2 ** 32 - 1) ?? standard.seed,
  }
}

function wholeNumber(
  flag: string,
  text: string | undefined,
  least: number,
  most: number,
): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= least && value <= most) return value
  throw unfit(flag, `a whole number from ${least} to ${most}`, text)
}

function share(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (/^[\d.]+$/.test(text) && value >= 0 && value <= 1) return value
  throw unfit(flag, 'a number from 0 to 1', text)
}

function unfit(flag: string, expected: string, text: string): RunFailure {
  return new RunFailure({ code: 'bad-input', message: `${flag} needs ${expected}, not "${text}".` })
}
