import { createMemoryJournal } from '../adapters/journal/memory/memory-journal.ts'
import { createSecrets } from '../adapters/secrets/create-secrets.ts'
import { createMemoryStore } from '../adapters/store/memory/memory-store.ts'
import type { World } from '../kernel/ports/world.ts'
import { createVirtualClock } from './virtual-clock.ts'

/**
 * A world with journal and store in memory and a virtual clock, for playing a playbook in milliseconds. The other
 * ports are the caller's to give; one that is used without having been given throws and names itself.
 */
export function createTestWorld(parts: Partial<World> = {}): World {
  const clock = parts.clock ?? createVirtualClock({ start: Date.UTC(2026, 0, 1) })
  return {
    clock,
    journal: parts.journal ?? createMemoryJournal(),
    agents: parts.agents ?? absent('agents'),
    commands: parts.commands ?? absent('commands'),
    workspaces: parts.workspaces ?? absent('workspaces'),
    repository: parts.repository ?? absent('repository'),
    files: parts.files ?? absent('files'),
    tools: parts.tools ?? null,
    secrets: parts.secrets ?? createSecrets({ known: [] }),
    store: parts.store ?? createMemoryStore(clock),
    activity: parts.activity ?? (() => {}),
  }
}

function absent<T extends object>(port: string): T {
  return new Proxy({} as T, {
    get: (_target, method) => {
      throw new Error(`The test world has no ${port}, but ${port}.${String(method)} was used.`)
    },
  })
}
