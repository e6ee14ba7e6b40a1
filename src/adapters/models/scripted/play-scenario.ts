import type { Scenario, ScriptedFault, ScriptedScene, ScriptedStep } from './scenario.ts'
import type { Turn } from './read-turn.ts'

/** What a request is answered with, and what is waited for before. */
export interface Played {
  readonly step: ScriptedStep
  readonly scene: number
  readonly waitMs: number
}

/** Chooses the steps for turns. It keeps nothing but how often each scene was begun. */
export interface ScenarioPlay {
  next(turn: Turn): Played
}

export type ScenarioOrSteps = Scenario | ((said: string) => readonly ScriptedStep[])

const LAST_WORDS: ScriptedStep = { do: 'say', text: 'Nothing is left to do.' }

export function playScenario(scenario: ScenarioOrSteps): ScenarioPlay {
  const scenes = typeof scenario === 'function' ? [] : scenario.scenes.map(openScene)
  const delayMs = typeof scenario === 'function' ? 0 : (scenario.delayMs ?? 0)
  return {
    next: (turn) => {
      if (typeof scenario === 'function') {
        return { ...stepAt(scenario(turn.said), turn.step), scene: 0 }
      }
      const scene = (turn.step > 0 || turn.searches > 0 ? turn.scene : null) ?? begin(scenes, turn.said)
      const played = stepAt(scenes[scene]?.steps ?? [], turn.step)
      return { ...played, scene: Math.max(scene, 0), waitMs: played.waitMs + delayMs }
    },
  }
}

interface OpenScene extends ScriptedScene {
  readonly pattern: RegExp
  begun: number
}

function openScene(scene: ScriptedScene): OpenScene {
  return { ...scene, pattern: new RegExp(scene.when ?? '', 'm'), begun: 0 }
}

function begin(scenes: readonly OpenScene[], said: string): number {
  const index = scenes.findIndex(
    ({ pattern, times, begun }) => pattern.test(said) && begun < (times ?? Number.POSITIVE_INFINITY),
  )
  const scene = scenes[index]
  if (scene !== undefined) scene.begun++
  return index
}

/** Slowness is no step of its own; what never ends is every step after its first. */
function stepAt(steps: readonly ScriptedStep[], wanted: number): Omit<Played, 'scene'> {
  let waitMs = 0
  let at = 0
  for (const step of steps) {
    const fault: ScriptedFault | null = step.do === 'fault' ? step.fault : null
    if (fault?.kind === 'slow') {
      if (at === wanted) waitMs += fault.ms
      continue
    }
    if (at === wanted || fault?.kind === 'endless-tools') return { step, waitMs }
    at++
  }
  return { step: steps.findLast((step) => step.do === 'say') ?? LAST_WORDS, waitMs }
}
