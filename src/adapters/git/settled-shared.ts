import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { whenGone } from './file-errors.ts'
import type { GitContext } from './git-context.ts'
import { sharedPlace } from './git-context.ts'
import type { SettledShared } from './git-place.ts'
import { keptFile } from './guard-store.ts'
import type { KeptFolder } from './private-view.ts'

/** Decide what is read and written and which programs are started. */
const OURS = new Set(['config', 'config.worktree', 'info', 'hooks', 'HEAD', 'objects', 'index', 'tutti'])
/** Already read with what they lead to, of the user's checkout alone, or of no use in a worktree. */
const LEFT_OUT = /^(include\.|includeif\.|branch\.|extensions\.worktreeconfig$|core\.worktree$|core\.bare$)/
const INFO = ['info/attributes', 'info/exclude']

/**
 * What all worktrees share, for our own git: with settings, attributes and exclusions as they were when the conductor
 * first worked in a worktree, so that nothing an agent sets meanwhile has a say in what is committed or proven.
 */
export function settledShared(context: GitContext): SettledShared {
  const { commonDir, worktreesRoot, settled } = context
  return {
    name: settled.name,
    commonDir,
    used: [commonDir, worktreesRoot],
    content: () => readShared(context),
  }
}

async function readShared(context: GitContext): Promise<KeptFolder> {
  const { commonDir } = context
  const config = await settledFile(context, 'config')
  const settings = await readSettings(context, config)
  // What a filter of the user's stores must not end with us.
  if (settings.some(({ key }) => key.startsWith('filter.lfs.'))) {
    await context.effect('make folder', () => mkdir(join(commonDir, 'lfs'), { recursive: true }))
  }
  const local = settings.filter(({ scope, key }) => scope === 'local' && !LEFT_OUT.test(key))
  const files: Record<string, string> = {
    HEAD: 'ref: refs/heads/none\n',
    config: local.map(({ key, value }) => settingLine(key, value)).join(''),
  }
  for (const name of INFO) {
    const file = await settledFile(context, name)
    const text = file === null ? null : await readFile(file, 'utf8').catch(whenGone(null))
    if (text !== null) files[name] = text
  }
  const names = (await readdir(commonDir)).filter((name) => !OURS.has(name) && !name.endsWith('.lock'))
  return { files, links: names.map((name) => join(commonDir, name)) }
}

/** Where a file is as it was before any turn that was cut off; `null` when it was not there. */
async function settledFile(context: GitContext, name: string): Promise<string | null> {
  const present = join(context.commonDir, name)
  const before = context.settled.filesBefore
  if (before === null) return present
  const was = before[name]
  if (was?.kind !== 'file') return was === undefined ? null : present
  const content = await readFile(present).catch(whenGone(null))
  const isSame = content !== null && createHash('sha256').update(content).digest('hex') === was.sha256
  return isSame ? present : keptFile(context, was.sha256)
}

interface Setting {
  readonly scope: string
  readonly key: string
  readonly value: string | null
}

/** With what they include: a relative path in them would lead elsewhere. */
async function readSettings(context: GitContext, config: string | null): Promise<readonly Setting[]> {
  const isPresent = config === join(context.commonDir, 'config')
  const from = isPresent ? [] : ['--file', config ?? '/dev/null']
  const args = ['config', ...from, '--list', '-z', '--show-scope', '--includes']
  const fields = (await context.git(sharedPlace(context), args)).stdout.split('\0')
  const settings: Setting[] = []
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [scope = '', entry = ''] = fields.slice(at, at + 2)
    const end = entry.indexOf('\n')
    settings.push({
      scope: isPresent ? scope : 'local',
      key: end < 0 ? entry : entry.slice(0, end),
      value: end < 0 ? null : entry.slice(end + 1),
    })
  }
  return settings
}

function settingLine(key: string, value: string | null): string {
  const first = key.indexOf('.')
  const last = key.lastIndexOf('.')
  const below = first === last ? '' : ` "${key.slice(first + 1, last).replaceAll(/["\\]/g, String.raw`\$&`)}"`
  const said =
    value === null
      ? ''
      : ` = "${value.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)}"`
  return `[${key.slice(0, first)}${below}]\n\t${key.slice(last + 1)}${said}\n`
}
