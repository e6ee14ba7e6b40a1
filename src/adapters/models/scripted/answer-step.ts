import type { JsonRecord } from '../../../kernel/untrusted-json.ts'
import { callTool, type Call } from './call-tool.ts'
import { findOffered, searchFor, useFound } from './find-offered.ts'
import { nameCall, type Turn } from './read-turn.ts'
import type { ScriptedFault, ScriptedStep } from './scenario.ts'
import type { ModelAnswer, ModelRequest } from './wire.ts'

type PlainFault = Exclude<ScriptedFault, { readonly kind: 'slow' | 'endless-tools' }>

export interface StepPlace {
  readonly request: ModelRequest
  readonly turn: Turn
  readonly scene: number
  readonly serial: number
}

/** How often a tool is looked for before the model says that it is not there. */
const MOST_SEARCHES = 2
/** The same while the agent says that its servers are not there yet. */
const MOST_SEARCHES_CONNECTING = 60

/** A step in the words of the agent that asks, or what goes wrong instead. */
export function answerStep(step: ScriptedStep, place: StepPlace): ModelAnswer | PlainFault {
  const { request, turn, scene, serial } = place
  const named = (call: Call | null, kind: 'step' | 'search'): ModelAnswer | null =>
    call === null ? null : { ...call, id: nameCall(kind, scene, turn.step, serial) }
  const missing = (what: string): ModelAnswer => ({
    say: `No tool to ${what} among ${request.tools.map(({ name }) => name).join(', ')}`,
  })
  switch (step.do) {
    case 'say':
      return { say: step.text }
    case 'write':
    case 'run':
      return named(callTool(step, request), 'step') ?? missing(step.do)
    case 'call': {
      const input = step.input as JsonRecord
      const tool = findOffered(request.tools, step.tool)
      const call = tool === null ? useFound(request, step.tool, input) : { call: tool, input }
      const most = turn.isConnecting ? MOST_SEARCHES_CONNECTING : MOST_SEARCHES
      const search = turn.searches < most ? searchFor(request, step.tool) : null
      const without = step.otherwise === undefined ? missing(`call ${step.tool}`) : { say: step.otherwise }
      return named(call, 'step') ?? named(search, 'search') ?? without
    }
    case 'fault': {
      const { fault } = step
      if (fault.kind === 'endless-tools') {
        return named(callTool({ do: 'run', command: fault.command }, request), 'step') ?? missing('run')
      }
      return fault.kind === 'slow' ? { say: '' } : fault
    }
  }
}
