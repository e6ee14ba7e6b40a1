import type { Workspace } from './workspaces.ts'

/**
 * Files that a process writes itself. Contract: paths are relative to the workspace and stay inside it, whatever
 * links are there; what was written is durable when the call resolves.
 */
export interface Files {
  /** `null` when there is no such file. */
  read(workspace: Pick<Workspace, 'path'>, path: string): Promise<string | null>
  write(workspace: Pick<Workspace, 'path'>, path: string, text: string): Promise<void>
  /** Removes a file, and the folders that are empty without it. */
  remove(workspace: Pick<Workspace, 'path'>, path: string): Promise<void>
  /** Puts a file beside the run's journal, in a folder there where its name says so; it stays as long as the run. Gives
   * its whole path. */
  keep(name: string, content: string | Uint8Array): Promise<string>
}
