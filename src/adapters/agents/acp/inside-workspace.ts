import { lstat, readlink } from 'node:fs/promises'
import { isAbsolute, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** As the system has it. */
const MOST_LINKS = 40

/**
 * Whether a path, which need not exist, lies in the workspace once every symbolic link is followed as the system
 * would, and is not git's own. A path that cannot be followed, or that a shell would read otherwise, does not.
 */
export async function isInsideWorkspace(workspace: string, path: string): Promise<boolean> {
  const from = await follow('/', workspace)
  const plain = plainPath(path)
  const to = from === null || plain === null ? null : await follow(from, plain)
  if (from === null || to === null) return false
  const steps = relative(from, to)
  if (isAbsolute(steps) || steps === '..' || steps.startsWith('../')) return false
  return !steps.split('/').some((step) => step.toLowerCase() === '.git')
}

/** `null` for what names a file only to a shell or not at all. */
function plainPath(path: string): string | null {
  if (path.includes('\0') || /^~([/]|$)/.test(path)) return null
  if (!/^file:/i.test(path)) return path
  try {
    return fileURLToPath(path)
  } catch {
    return null
  }
}

/** Goes step by step, because `link/..` is not where the letters say; `null` when links lead in a circle. */
async function follow(from: string, path: string): Promise<string | null> {
  let place = isAbsolute(path) ? '/' : from
  const ahead = path.split('/')
  for (let links = 0; ahead.length > 0;) {
    const step = ahead.shift() ?? ''
    const next = join(place, step)
    const target = step === '' || step === '.' || step === '..' ? null : await linkAt(next)
    if (target === null) place = next
    else {
      links += 1
      if (links > MOST_LINKS) return null
      if (isAbsolute(target)) place = '/'
      ahead.unshift(...target.split('/'))
    }
  }
  return place
}

/** Where a link leads, also one that leads nowhere yet: to write through it would make a file there. */
async function linkAt(path: string): Promise<string | null> {
  try {
    return (await lstat(path)).isSymbolicLink() ? await readlink(path) : null
  } catch {
    return null
  }
}
