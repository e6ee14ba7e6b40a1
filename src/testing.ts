export { createScriptedAgents } from './adapters/agents/scripted/scripted-agents.ts'
export type { Act, Scene, Script } from './adapters/agents/scripted/script.ts'
export { scriptedAgentCommand } from './adapters/agents/scripted/scripted-agent-command.ts'
export { createMemoryJournal } from './adapters/journal/memory/memory-journal.ts'
export { parseScenario } from './adapters/models/scripted/parse-scenario.ts'
export { startScriptedModel } from './adapters/models/scripted/scripted-model.ts'
export type { AnsweredRequest, ScriptedModel } from './adapters/models/scripted/scripted-model.ts'
export type {
  Scenario,
  ScriptedFault,
  ScriptedScene,
  ScriptedStep,
} from './adapters/models/scripted/scenario.ts'
export { testAgent } from './host/agents/test-agent.ts'
export type { AgentTestReport, AgentTestRequest } from './host/agents/test-agent.ts'
export type { Check, CheckResult, CheckState } from './host/agents/trial/check.ts'
export { createDirectTools } from './adapters/tools/direct/direct-tools.ts'
export { createTestWorld } from './testing/test-world.ts'
export { createVirtualClock } from './testing/virtual-clock.ts'
