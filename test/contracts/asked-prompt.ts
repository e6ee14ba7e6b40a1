import { ask } from '../../src/contracts/ask.ts'
import type { AskPlace } from '../../src/contracts/ask.ts'
import type { Agents } from '../../src/kernel/ports/agents.ts'
import type { Workspace, Workspaces } from '../../src/kernel/ports/workspaces.ts'
import { createTestWorld } from '../../src/testing/test-world.ts'
import { playbook, playThrough } from '../harness/play-story.ts'
import type { RosterEntry } from './roster-entry.ts'

const workspace: Workspace = { id: 'w', path: '/w', ref: 'refs/tutti/r1/work/w', baseCommit: 'c0' }
const workspaces: Partial<Workspaces> = {
  strays: async () => [],
  reset: async () => {},
  guard: async () => {},
  inspect: async () => [],
  saveUnfinished: async () => null,
}

/** The first words that an agent hears when it is asked; it refuses, so there is only one turn. */
export async function askedPrompt(
  { contract }: RosterEntry,
  request: unknown,
  around: Pick<AskPlace, 'sources' | 'teamRole' | 'tools'> = {},
): Promise<string> {
  const prompts: string[] = []
  const agents: Agents = {
    turn: async ({ prompt }) => {
      prompts.push(prompt)
      return {
        text: 'No.',
        stop: 'refused',
        usage: { turns: 1, tokens: null, usd: null },
        session: 's1',
      }
    },
    end: async () => 0,
    canResume: () => false,
    close: async () => {},
  }
  const world = createTestWorld({ agents, workspaces: workspaces as Workspaces })
  const place = { agent: 'a', workspace, parent: 'c0', message: '', ...around }
  const story = playbook(async (run) => {
    await ask(run, contract, request, place)
    return null
  })
  await playThrough(story, world)
  const [prompt] = prompts
  if (prompt === undefined) throw new Error('Nobody was asked.')
  return prompt
}
