import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Access } from '../../../kernel/ports/agents.ts'
import { answerPermission } from './answer-permission.ts'

const ALL = [
  { optionId: 'allow-no', kind: 'reject_always' },
  { optionId: 'reject', kind: 'allow_always' },
  { optionId: '1', kind: 'reject_once' },
  { optionId: '2', kind: 'allow_once' },
]

describe('answerPermission', () => {
  let folder: string
  let workspace: string
  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'tutti-permission-')))
    workspace = join(folder, 'work')
    await mkdir(join(workspace, 'src'), { recursive: true })
    await mkdir(join(folder, 'work-too'))
    await symlink(folder, join(workspace, 'way-out'))
    await symlink(workspace, join(folder, 'way-in'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const answer = (access: Access, kind: string, options: readonly unknown[], paths: readonly string[] = []) =>
    answerPermission({ access, workspace, tool: { title: '', kind, status: '', paths }, options })
  const chosen = async (...ask: Parameters<typeof answer>) => {
    const { outcome } = await answer(...ask)
    return outcome.outcome === 'selected' ? outcome.optionId : outcome.outcome
  }

  it('chooses by kind, the narrowest first, and never by id', async () => {
    expect(await chosen('write', 'edit', ALL)).toBe('2')
    expect(await chosen('write', 'edit', ALL.slice(0, 3))).toBe('reject')
    expect(await chosen('read', 'edit', ALL)).toBe('1')
    expect(await chosen('read', 'edit', ALL.slice(0, 2))).toBe('allow-no')
  })

  it('cancels when there is no such option', async () => {
    expect(await chosen('read', 'edit', [ALL[1], ALL[3]])).toBe('cancelled')
    expect(await answer('write', 'edit', [ALL[0], ALL[2], null, 'x'])).toMatchObject({
      allowed: false,
      outcome: { outcome: 'cancelled' },
    })
  })

  it.each(['read', 'search', 'fetch', 'think'])('lets a reader %s', async (kind) => {
    expect(await chosen('read', kind, ALL, ['/etc/hosts'])).toBe('2')
  })

  it.each(['edit', 'delete', 'move', 'execute', 'switch_mode', 'other', 'something new'])(
    'refuses a reader %s',
    async (kind) => {
      expect(await chosen('read', kind, ALL)).toBe('1')
    },
  )

  it('keeps a writer in the workspace, through symbolic links too', async () => {
    const allowed = async (path: string) => (await answer('write', 'edit', ALL, [path])).allowed
    expect(await allowed('src/new/deep.ts')).toBe(true)
    expect(await allowed(join(workspace, '..ok.ts'))).toBe(true)
    expect(await allowed(join(folder, 'way-in/src/a.ts'))).toBe(true)
    expect(await allowed('../work-too/a.ts')).toBe(false)
    expect(await allowed('/etc/hosts')).toBe(false)
    expect(await allowed('way-out/a.ts')).toBe(false)
    expect(await allowed(folder)).toBe(false)
    expect((await answer('write', 'execute', ALL, ['src/a.ts', '/etc/hosts'])).reason).toContain('/etc/hosts')
  })
})
