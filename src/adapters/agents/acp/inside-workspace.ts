import { realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path'

/** Whether a path, which need not exist, lies in the workspace once every symbolic link is followed. */
export async function isInsideWorkspace(workspace: string, path: string): Promise<boolean> {
  const from = await follow(resolve(workspace))
  const steps = relative(from, await follow(resolve(workspace, path)))
  return !isAbsolute(steps) && steps !== '..' && !steps.startsWith('../')
}

async function follow(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : join(await follow(parent), basename(path))
  }
}
