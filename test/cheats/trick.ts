import type { Act } from '../../src/adapters/agents/scripted/script.ts'
import type { Json } from '../../src/kernel/json.ts'
import type { Cheat } from './cheat.ts'
import type { Job } from './job.ts'
import { claim } from './job.ts'
import { projectSettings, wrongWork } from './project.ts'

/** A small world for tricks with a gate: what is committed, and the one command that proves it. */
export interface Scenery {
  readonly files: Readonly<Record<string, string>>
  readonly verify: string
  readonly title?: string
  /** The task may write everywhere, unless it says where. */
  readonly writeSet?: readonly string[]
}

/** Wrong work that a gate would let through for what was done beside it, and right work with something like it. */
export function trick(
  name: string,
  does: string,
  scenery: Scenery,
  { cheating, honest, named }: { cheating: readonly Act[]; honest: readonly Act[]; named: RegExp },
): Cheat {
  return {
    name,
    does,
    cheating: jobIn(scenery, cheating),
    honest: jobIn(scenery, honest),
    ends: 'refused',
    named,
  }
}

function jobIn({ files, verify, title, writeSet }: Scenery, acts: readonly Act[]): Job {
  const settings: Record<string, Json> = { ...projectSettings, verify: [verify] }
  const first = [...acts, claim]
  const task = { id: 'T1', title: title ?? 'refactor: total by one product', writeSet: writeSet ?? ['**'] }
  return { files, settings, tasks: [{ ...task, first }] }
}

export function write(path: string, text: string): Act {
  return { act: 'write', path, text }
}

export function edit(path: string, find: string, replace: string): Act {
  return { act: 'edit', path, find, replace }
}

export function run(command: string): Act {
  return { act: 'run', command }
}

/** Lines of a file. */
export function lines(...all: readonly string[]): string {
  return `${all.join('\n')}\n`
}

/** What `wrongWork` answers to `total(100, 0.5)`, where 150 is right. */
export const WRONG = '50'

export const wrong = wrongWork
