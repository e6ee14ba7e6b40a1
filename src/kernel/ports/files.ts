import type { Workspace } from './workspaces.ts'

/**
 * Files of a workspace that a process writes itself. Contract: paths are relative to the workspace and stay inside
 * it, whatever links are there; what `write` has written is durable when it resolves.
 */
export interface Files {
  /** `null` when there is no such file. */
  read(workspace: Workspace, path: string): Promise<string | null>
  write(workspace: Workspace, path: string, text: string): Promise<void>
}
