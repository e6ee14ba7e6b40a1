import { resolve } from 'node:path'
import { parseScenario } from '../adapters/models/scripted/parse-scenario.ts'
import { startScriptedModel } from '../adapters/models/scripted/scripted-model.ts'
import { RunFailure } from '../kernel/failure.ts'
import type { PointedAgent } from './point-agent.ts'
import { pointAgent, requireProfile } from './point-agent.ts'
import { readWrittenFile } from './read-written-file.ts'

export interface ServedModel {
  readonly url: string
  /** How the agent that was named is pointed at it. */
  readonly pointed: PointedAgent | null
  answered(): number
  close(): Promise<void>
}

export interface ServeModelOptions {
  /** The scenario's file. */
  readonly scenario: string
  readonly cwd: string
  /** Any free one when `null`. */
  readonly port: number | null
  readonly agent: string | null
}

/** Plays a written scenario on loopback until it is closed. Throws `bad-input` for what cannot be played. */
export async function serveModel({ scenario, cwd, port, agent }: ServeModelOptions): Promise<ServedModel> {
  const profile = agent === null ? null : requireProfile(agent)
  const text = await readWrittenFile(resolve(cwd, scenario), scenario)
  if (text === null) {
    throw new RunFailure({
      code: 'bad-input',
      message: `There is no scenario at ${scenario}; docs/scripted-model.md shows how one is written.`,
      where: scenario,
    })
  }
  const model = await startScriptedModel({
    scenario: parseScenario(text, scenario),
    ...(port === null ? {} : { port }),
  }).catch((cause: unknown) => {
    throw new RunFailure({ code: 'bad-input', message: whyNot(port, cause) }, { cause })
  })
  return {
    url: model.url,
    pointed: profile === null ? null : pointAgent(profile, model.url),
    answered: () => model.answered(),
    close: () => model.close(),
  }
}

function whyNot(port: number | null, cause: unknown): string {
  const said = cause instanceof Error ? cause.message : String(cause)
  return said.includes('EADDRINUSE')
    ? `Port ${port} is taken; choose another with --port, or leave it out.`
    : `The model cannot listen on port ${port ?? 0}: ${said}; choose another with --port.`
}
