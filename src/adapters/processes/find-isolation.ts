import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { FoundIsolation, IsolationLevel } from '../../kernel/ports/isolation.ts'
import { createConfiner } from './confiner.ts'
import { findTool } from './find-tool.ts'
import { NO_SURROUNDINGS } from './surroundings.ts'
import type { Way } from './ways.ts'

type Tool = Way['tool']
const EVERY: readonly Tool[] = ['bubblewrap', 'unshare', 'sandbox-runtime']

/** What an attempt does, and what is to be said when it comes to nothing. */
const ATTEMPTS: readonly { readonly name: string; readonly held: string; readonly by: readonly Tool[] }[] = [
  { name: 'write', held: 'programs write only to their own folders', by: EVERY },
  { name: 'signal', held: 'they cannot end other processes', by: EVERY },
  { name: 'see', held: 'they cannot see other processes', by: ['bubblewrap', 'unshare'] },
  { name: 'state', held: "they cannot see Tutti's journals and settings or other workspaces", by: EVERY },
  {
    name: 'home',
    held: "of your home they see only tool chains and the agent's own login",
    by: ['bubblewrap'],
  },
]

const DIES = 'what they start ends with them'
const UNHELD: Readonly<Record<Tool | 'nothing', readonly string[]>> = {
  bubblewrap: [],
  unshare: [
    'programs can read your home, with the secrets in it',
    'package caches are read-only instead of private copies',
  ],
  'sandbox-runtime': [
    'programs can read your home and the temporary files of others, with the secrets in them',
    'package caches are read-only, and git add and git commit fail',
    'they can reach services of this machine, such as Docker',
    'a process that leaves its group may outlive Tutti',
  ],
  nothing: [
    'programs can read and write whatever you can',
    'Tutti finds what they start only by process group and marks',
  ],
}

/** Finds what holds here by trying it: what a system says of itself is not what a container lets one do. */
export async function findIsolation(
  most: IsolationLevel = 'sandbox',
  confine: typeof createConfiner = createConfiner,
): Promise<FoundIsolation> {
  for (const level of ['sandbox', 'namespaces'] as const) {
    if (most === 'namespaces' && level === 'sandbox') continue
    if (most === 'none') break
    const tried = await tryLevel(level, confine)
    if (tried === null) continue
    const { tool, succeeded } = tried
    const promised = ATTEMPTS.filter(({ by }) => by.includes(tool))
    if (promised.some(({ name }) => succeeded.has(name))) continue
    return {
      level,
      tool,
      missing: level === 'sandbox' ? null : missing(level),
      holds: [...promised.map(({ held }) => held), ...(tool === 'sandbox-runtime' ? [] : [DIES])],
      lacks: UNHELD[tool],
    }
  }
  return { level: 'none', tool: null, missing: missing('none'), holds: [], lacks: UNHELD.nothing }
}

/** The names of attempts that got through; `null` where the level cannot be had. */
async function tryLevel(
  level: IsolationLevel,
  confine: typeof createConfiner,
): Promise<{ readonly tool: Tool; readonly succeeded: ReadonlySet<string> } | null> {
  const folder = mkdtempSync(join(tmpdir(), 'tutti-try-'))
  const [own, outside, state, home] = ['own', 'outside', 'state', 'home'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string]
  try {
    for (const each of [own, outside, state, home]) {
      mkdirSync(each)
      writeFileSync(join(each, 'file'), 'secret')
    }
    const isolation = { wanted: level, required: 'none' } as const
    const confiner = confine({ ...NO_SURROUNDINGS, isolation, homes: [home], hidden: [state] })
    const script = [
      `if echo x > '${own}/note'; then :; else echo stuck; fi`,
      `if (: > '${outside}/note'); then echo write; fi`,
      `if kill -0 ${process.pid}; then echo signal; fi`,
      `if [ -e '/proc/${process.pid}/status' ]; then echo see; fi`,
      `if [ -e '${state}/file' ]; then echo state; fi`,
      `if [ -e '${home}/file' ]; then echo home; fi`,
      'echo tried',
    ].join('\n')
    const request = {
      argv: ['/bin/sh', '-c', script] as const,
      cwd: own,
      env: { HOME: home, PATH: '/usr/bin:/bin', TMPDIR: own },
      label: 'a try',
      confined: { writable: [own], readable: [outside] },
    }
    const { gated, confinement, tool } = await confiner.launch(request, '/bin/sh', `try-${process.pid}`)
    if (confinement !== level || tool === null) {
      gated.abandon()
      await gated.gone
      return null
    }
    await gated.release()
    gated.input.end()
    const ended = gated.told
    await ended
    gated.letGo()
    const said = (await text(gated.stdout)).split('\n')
    await gated.gone
    return said.includes('tried') && !said.includes('stuck') ? { tool, succeeded: new Set(said) } : null
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function missing(level: IsolationLevel): string {
  if (process.platform === 'darwin' && level === 'none')
    return 'install Tutti with its optional dependency @anthropic-ai/sandbox-runtime'
  if (process.platform !== 'linux') return 'a sandbox needs Linux'
  return findTool('bwrap') === null
    ? 'apt-get install -y bubblewrap (or the package bubblewrap of your system)'
    : 'bubblewrap is here but may not make namespaces; allow user namespaces (sysctl kernel.unprivileged_userns_clone=1, or an AppArmor profile for bwrap)'
}
