import { homedir } from 'node:os'
import { join } from 'node:path'
import { createSystemClock } from '../../adapters/clock/system-clock.ts'
import { type ScriptedModel, startScriptedModel } from '../../adapters/models/scripted/scripted-model.ts'
import type { ConfiguredAgent } from '../../adapters/agents/turns/configured-agent.ts'
import { DEFAULT_SETTINGS } from '../../config/default-settings.ts'
import type { Settings } from '../../config/settings.ts'
import { type Environment, stateHome } from '../locations.ts'
import { allChecks } from './trial/all-checks.ts'
import type { Check, CheckResult } from './trial/check.ts'
import { runCheck } from './trial/run-check.ts'
import { makeScratch } from './trial/scratch.ts'
import { testedAgent } from './trial/tested-agent.ts'
import { recipeFor, trialEnvironment } from './trial/trial-environment.ts'
import { openTrial } from './trial/trial.ts'

export interface AgentTestRequest {
  /** A name of the settings, a known name, or the words of a command that speaks the Agent Client Protocol. */
  readonly agent: readonly string[]
  /** The model is a scripted one on this machine: no login, no cost, no network. */
  readonly scripted?: boolean
  /** A fresh home although the model is a real one. */
  readonly freshHome?: boolean
  readonly model?: string
  /** Leaves the scratch repository where it is. */
  readonly keep?: boolean
  readonly settings?: Settings
  readonly environment?: Environment
  readonly signal?: AbortSignal
  readonly checks?: readonly Check[]
  readonly onCheck?: (check: Pick<Check, 'id' | 'title'>, result: CheckResult | null) => void
}

export interface AgentTestReport {
  readonly agent: string
  readonly command: readonly string[]
  readonly way: 'acp' | 'headless'
  readonly scripted: boolean
  readonly results: readonly CheckResult[]
  /** Whether every required check passed. */
  readonly isFit: boolean
  readonly ms: number
  /** Where the scratch repository is kept; `null` when it was removed. */
  readonly kept: string | null
}

/**
 * Tries an agent for real, check by check, in a scratch repository. Contract: whatever happens, no process of it
 * is left, and nothing outside the scratch folder was asked for but what a check forbids.
 */
export async function testAgent(request: AgentTestRequest): Promise<AgentTestReport> {
  const { settings = DEFAULT_SETTINGS, environment = process.env, scripted = false } = request
  const named = testedAgent(request.agent, request.model ?? null, settings, environment)
  // Some programs take a model by a setting of the session only: the recipe's is pinned as a user would pin it.
  const recipe = scripted ? (named.program?.scripted.model ?? null) : null
  const agent = { ...named, model: named.model ?? recipe }
  const clock = createSystemClock()
  const signal = request.signal ?? new AbortController().signal
  const begun = clock.awake()
  const place = await openPlace(agent, request, environment)
  const { scratch, model } = place
  const trial = openTrial({
    agent,
    scratch,
    model,
    pin: agent.model,
    clock,
    signal,
    environment: place.environment,
  })
  const results: CheckResult[] = []
  try {
    for (const check of checksFor(agent, request.checks)) {
      signal.throwIfAborted()
      request.onCheck?.(check, null)
      const result = await runCheck(check, trial, results)
      results.push(result)
      request.onCheck?.(check, result)
    }
  } finally {
    await trial.close()
    await model?.close()
    if (request.keep !== true) await scratch.remove()
  }
  return {
    agent: agent.name,
    command: agent.command,
    way: agent.way,
    scripted,
    results,
    isFit: results.every(({ required, state }) => !required || state !== 'failed'),
    ms: clock.awake() - begun,
    kept: request.keep === true ? scratch.folder : null,
  }
}

function checksFor(agent: ConfiguredAgent, checks: readonly Check[] = allChecks): readonly Check[] {
  return checks.filter(({ way }) => way === undefined || way === agent.way)
}

interface Place {
  readonly scratch: Awaited<ReturnType<typeof makeScratch>>
  readonly model: ScriptedModel | null
  readonly environment: Readonly<Record<string, string>>
}

async function openPlace(
  agent: ConfiguredAgent,
  { scripted = false, freshHome = false, checks = allChecks }: AgentTestRequest,
  own: Environment,
): Promise<Place> {
  const isFresh = scripted || freshHome
  const scratch = await makeScratch(
    isFresh ? null : own['HOME'] || homedir(),
    join(stateHome(own), 'tutti', 'trials'),
  )
  if (!scripted) {
    const environment = trialEnvironment(agent, own, scratch, { isFresh, recipe: null })
    return { scratch, model: null, environment }
  }
  const scenes = checks.flatMap((check) => check.scenes?.({ scratch }) ?? [])
  const model = await startScriptedModel({ scenario: { scenes } })
  const recipe = recipeFor(agent.program, model.url)
  for (const [path, text] of Object.entries(recipe.files)) await scratch.writeHome(path, text)
  const environment = trialEnvironment(agent, own, scratch, { isFresh, recipe: recipe.variables })
  return { scratch, model, environment }
}
