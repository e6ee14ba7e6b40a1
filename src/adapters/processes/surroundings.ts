import { DEFAULT_ISOLATION, DEFAULT_LIMITS } from '../../kernel/ports/isolation.ts'
import type { HostPattern } from '../../kernel/host-pattern.ts'
import type { OpenDoor } from '../../kernel/ports/door.ts'
import type { Isolation, ProcessLimits } from '../../kernel/ports/isolation.ts'

/** The git of a workspace, as we made it; never as its `.git` file says. */
export interface WorkspaceGit {
  /** What all worktrees share. */
  readonly commonDir: string
  /** What is this worktree's own. */
  readonly gitDir: string
}

/** What is around every confined program of a run: what it must not see, and what it may. */
export interface Surroundings {
  readonly isolation: Isolation
  /** Homes of the user, where nothing is seen but tool chains and private copies of package caches. */
  readonly homes: readonly string[]
  /** Folders that are not seen at all: journals, other workspaces, state and settings of ours. */
  readonly hidden: readonly string[]
  /** What a launch may use up that says nothing else. */
  readonly limits: ProcessLimits
  /** Shown although they lie in one of these, by a person's word and because programs need them. */
  readonly readable: readonly string[]
  readonly writable: readonly string[]
  /** Hosts that may be reached beside those that a launch names, by a person's word. */
  readonly hosts: () => readonly HostPattern[]
  /** `null`: nobody can open one, and whoever may reach some hosts has the network of the machine. */
  readonly openDoor: OpenDoor | null
  /** The git of the workspace at a path; `null` when it is none. */
  readonly gitOf: (path: string) => Promise<WorkspaceGit | null>
}

/** Around whoever is started without a repository. */
export const NO_SURROUNDINGS: Surroundings = {
  isolation: DEFAULT_ISOLATION,
  homes: [],
  hidden: [],
  readable: [],
  writable: [],
  limits: DEFAULT_LIMITS,
  hosts: () => [],
  openDoor: null,
  gitOf: () => Promise.resolve(null),
}
