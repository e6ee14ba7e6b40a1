import { findScene } from '../../src/adapters/agents/scripted/find-scene.ts'
import type { Act, Script } from '../../src/adapters/agents/scripted/script.ts'
import type { ScriptedStep } from '../../src/adapters/models/scripted/scenario.ts'
import type { Json } from '../../src/kernel/json.ts'
import type { Says } from './real-bench.ts'

/** Who is asked, by words that only the request to that role has, and a step in which that may be. */
const ASKED: readonly (readonly [words: string, role: string, step: string])[] = [
  ['Somebody asks for work in this git repository', 'interpreter', 'intake'],
  ['Before work in this git repository is planned', 'interpreter', 'discuss/questions'],
  ['You write down what is required', 'interpreter', 'specify/requirements'],
  ['You find the place in a git repository', 'code-mapper', 'intake'],
  ['You research a git repository', 'researcher', 'research'],
  ['You plan a job in a git repository', 'planner', 'plan'],
  ['A planner was asked to split a job', 'splitter', 'plan'],
  ['You audit a plan for a job', 'plan-auditor', 'plan/challenge/1'],
  ['You look for what a plan takes for granted', 'assumption-verifier', 'plan/challenge/1'],
  ['You walk through the first tasks of a plan', 'executability-verifier', 'plan/challenge/1'],
  ['You question how a plan goes about its job', 'critic', 'plan/challenge/1'],
  ['You review a plan for compliance', 'reviewer', 'plan/challenge/1'],
  ['You question the approach of work', 'critic', 'review'],
  ['You review what several tasks have made', 'reviewer', 'review'],
  ['You review the change of one task', 'reviewer', 'review'],
  ['You review the whole change', 'reviewer', 'review'],
  ['You find out why an attempt at a task failed', 'debugger', 'execute'],
  ['You keep the documents about a repository true', 'initializer', 'learn'],
]

/** A model that says to every role what the script has for it, and hands it in by the tool it is offered. */
export function castSays(script: Script): Says {
  return (said) => {
    const asked = ASKED.find(([words]) => said.includes(words))
    const task = /## Your task ([\w-]+)/.exec(said)?.[1]
    const [role, step] =
      task === undefined
        ? [asked?.[1] ?? 'nobody', asked?.[2] ?? '']
        : ['implementer', `execute/${task}@r1/attempt-1/implement`]
    const scene = findScene(script, { role, step, attempt: 1, prompt: said })
    return scene === null
      ? [{ do: 'say', text: `Nobody wrote down what is to be said to: ${said.slice(0, 200)}` }]
      : scene.acts.flatMap((act) => stepsOf(act, said))
  }
}

/** Hands a reply in by the tool for it, where the request speaks of one, and says it otherwise. */
export function handIn(value: Json, said: string): readonly ScriptedStep[] {
  if (!said.includes('submit_result')) return [{ do: 'say', text: block(value) }]
  return [
    { do: 'call', tool: 'submit_result', input: value as object, otherwise: block(value) },
    { do: 'say', text: 'It was handed in.' },
  ]
}

export function block(value: Json): string {
  return `Here it is.\n\`\`\`json\n${JSON.stringify(value)}\n\`\`\``
}

function stepsOf(act: Act, said: string): readonly ScriptedStep[] {
  switch (act.act) {
    case 'write':
      return [{ do: 'write', path: act.path, text: act.text }]
    case 'run':
      return [{ do: 'run', command: act.command }]
    case 'wait':
      return [{ do: 'fault', fault: { kind: 'slow', ms: act.ms } }]
    case 'say':
      return [{ do: 'say', text: act.text }]
    case 'reply':
      return handIn(act.value, said)
    case 'usage':
      return []
    default:
      throw new Error(`A model cannot ${act.act}.`)
  }
}
