import { RunFailure } from '../../../kernel/failure.ts'
import type { TurnReply } from '../../../kernel/ports/agents.ts'
import { asRecord } from '../../../kernel/untrusted-json.ts'

/**
 * How a turn ended, from the prompt's answer; a reason that is not known counts as an ordinary end. Some agents end
 * their turn as cancelled when they were not let do something.
 */
export function readStop(answer: unknown, agent: string, wasRefused: boolean): TurnReply['stop'] {
  const { stopReason } = asRecord(answer)
  switch (stopReason) {
    case 'max_tokens':
      return 'token-limit'
    case 'max_turn_requests':
      return 'turn-limit'
    case 'refusal':
      return 'refused'
    case 'cancelled':
      if (wasRefused) return 'ended'
      throw cutShort(agent, 'stopped its turn although nobody asked it to')
    default:
      if (typeof stopReason !== 'string') throw cutShort(agent, 'ended its turn without saying how')
      return 'ended'
  }
}

function cutShort(agent: string, what: string): RunFailure {
  const message = `Agent "${agent}" ${what}; see its own log for the cause.`
  return new RunFailure({ code: 'agent-failed', trouble: 'protocol', message })
}
