import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeAgentsPort } from '../../../../test/ports/agents.suite.ts'
import { createVirtualClock } from '../../../testing/virtual-clock.ts'
import { createScriptedAgents } from './scripted-agents.ts'

describeAgentsPort('the scripted double in this process', async ({ script, resume, stall }) => {
  const workspace = await mkdtemp(join(tmpdir(), 'tutti-scripted-'))
  const clock = createVirtualClock({ start: 1_000_000 })
  const sessions = new Set<string>()
  const patience = stall === 'soon' ? {} : { stallMs: 3_600_000, totalMs: 3_600_000 }
  const make = () => createScriptedAgents({ script, clock, ...patience, ...(resume ? { sessions } : {}) })
  return {
    agents: make(),
    workspace,
    restarted: make,
    now: () => clock.now(),
    remove: () => rm(workspace, { recursive: true, force: true }),
  }
})
