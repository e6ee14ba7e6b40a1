import { type AcpAgentsOptions, createAcpAgents } from '../adapters/agents/acp/acp-agents.ts'
import { createHeadlessAgents } from '../adapters/agents/headless/headless-agents.ts'
import type { Agents } from '../kernel/ports/agents.ts'

/** Agents that are each led in their own way. A session belongs to the way that opened it. */
export function createAgents(options: AcpAgentsOptions): Agents {
  const acp = createAcpAgents(options)
  const headless = createHeadlessAgents(options)
  const ledBy = (agent: string): Agents =>
    options.profiles.find(({ name }) => name === agent)?.way === 'headless' ? headless : acp
  return {
    turn: (request, hooks) => ledBy(request.agent).turn(request, hooks),
    end: async (session) => (await acp.end(session)) + (await headless.end(session)),
    canResume: (agent) => ledBy(agent).canResume(agent),
    close: async () => {
      await Promise.all([acp.close(), headless.close()])
    },
  }
}
