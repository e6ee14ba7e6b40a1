import type { GitContext } from './git-context.ts'
import { sharedPlace } from './git-context.ts'

interface Setting {
  readonly key: string
  readonly value: string
}

/**
 * Whether two configuration files differ only in what git itself writes when the user makes, tracks or removes
 * a branch. Contract: a branch that would push to or pull from an address unknown before is no such thing.
 */
export async function isTrackingOnly(context: GitContext, before: string, after: string): Promise<boolean> {
  const old = await readSettings(context, before)
  const present = await readSettings(context, after)
  if (old === null || present === null) return false
  const known = new Set(['.', ...old.flatMap(({ key }) => /^remote\.(.+)\.url$/.exec(key)?.[1] ?? [])])
  const added = without(present, old)
  const removed = without(old, present)
  return (
    removed.every(({ key }) => key.startsWith('branch.')) &&
    added.every(({ key, value }) => {
      if (!key.startsWith('branch.')) return false
      return !/\.(remote|pushremote)$/.test(key) || known.has(value)
    })
  )
}

function without(all: readonly Setting[], others: readonly Setting[]): readonly Setting[] {
  return all.filter((one) => !others.some((other) => other.key === one.key && other.value === one.value))
}

async function readSettings(context: GitContext, file: string): Promise<readonly Setting[] | null> {
  const args = ['config', '--file', file, '--list', '-z', '--no-includes']
  const { code, stdout } = await context.git(sharedPlace(context), args, { accept: [1, 3, 128] })
  if (code !== 0) return null
  return stdout.split('\0').flatMap((entry) => {
    const end = entry.indexOf('\n')
    if (entry === '') return []
    return end < 0 ? [{ key: entry, value: '' }] : [{ key: entry.slice(0, end), value: entry.slice(end + 1) }]
  })
}
