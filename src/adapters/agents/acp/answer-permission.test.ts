import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Access, Leave } from '../../../kernel/ports/agents.ts'
import { answerPermission } from './answer-permission.ts'
import { mergeToolCall, type ToolCall } from './tool-call.ts'

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
    await symlink(join(folder, 'not-there'), join(workspace, 'nowhere'))
    await symlink('way-out', join(workspace, 'twice'))
    await symlink('circle', join(workspace, 'circle'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const plain = { may: null, own: null, isReadOnly: false }
  const answer = (access: Access, kind: string, options: readonly unknown[], paths: readonly string[] = []) =>
    answerPermission({
      ...plain,
      access,
      workspace,
      tool: { title: '', kind, status: '', paths, changes: false, speaksOfLimits: false },
      options,
    })
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

  const asked = async (access: Access, ...messages: readonly unknown[]) => {
    let tool: ToolCall | undefined
    for (const message of messages) tool = mergeToolCall(tool, message)
    if (tool === undefined) throw new Error('nothing was asked')
    return (await answerPermission({ ...plain, access, workspace, tool, options: ALL })).allowed
  }

  it.each([
    ['a link that leads nowhere yet', 'nowhere'],
    ['a link to a link', 'twice/x.ts'],
    ['the way back from a link, which is not the way it came', 'way-out/../x.ts'],
    ['a circle of links', 'circle/x.ts'],
    ['the home folder, as a shell reads it', '~/x.ts'],
    ['a file by its address', 'file:///etc/hosts'],
    ['an address that is none', 'file://elsewhere/x.ts'],
    ['a name that no system takes', 'x\0/../../etc/hosts'],
    ['a folder above, hidden behind one below', 'src/../../work-too/x.ts'],
    ['what belongs to git', '.git'],
    ['what belongs to git on a system that does not tell capitals apart', 'src/.GIT/config'],
  ])('refuses a writer %s', async (_what, path) => {
    expect(await asked('write', { kind: 'edit', locations: [{ path }] })).toBe(false)
    expect(await asked('write', { kind: 'edit', locations: [{ path: 'src/a.ts' }, { path }] })).toBe(false)
  })

  it.each([
    ['a diff', { content: [{ type: 'diff', path: '/etc/hosts', newText: '' }] }],
    ['its input', { rawInput: { file_path: '/etc/hosts', content: 'x' } }],
    ['its input, by another name', { rawInput: { notebookPath: '../x.ipynb' } }],
    ['a list in its input', { rawInput: { edits: [{ path: 'src/a.ts' }, { fileName: '/etc/hosts' }] } }],
    ['several files in its input', { rawInput: { files: ['src/a.ts', '/etc/hosts'] } }],
    ['the folder it is to run in', { kind: 'execute', rawInput: { command: 'ls', cwd: '/etc' } }],
  ])('refuses a writer a path outside that only %s names', async (_where, told) => {
    expect(await asked('write', { kind: 'edit', ...told })).toBe(false)
    expect(await asked('write', { kind: 'edit', locations: [{ path: 'src/a.ts' }] }, told)).toBe(false)
  })

  it('lets a writer have paths inside, whatever names them', async () => {
    const rawInput = { file_path: join(workspace, 'src/a.ts'), old_string: '/etc/hosts', cwd: workspace }
    expect(await asked('write', { kind: 'edit', rawInput })).toBe(true)
    expect(await asked('write', { kind: 'execute', rawInput: { command: 'cat /etc/hosts' } })).toBe(true)
    expect(await asked('write', { kind: 'edit', locations: [{ path: 'file:src' }] })).toBe(false)
    const address = pathToFileURL(join(workspace, 'src/a.ts')).href
    expect(await asked('write', { kind: 'edit', rawInput: { uri: address } })).toBe(true)
  })

  it('sees that a call changes files although it calls itself reading', async () => {
    const diff = { content: [{ type: 'diff', path: 'src/a.ts', newText: '' }] }
    expect(await asked('read', { kind: 'read', ...diff })).toBe(false)
    expect(await asked('read', { kind: 'edit' }, { kind: 'read' })).toBe(false)
    expect(await asked('write', { kind: 'think', ...diff, locations: [{ path: '/etc/hosts' }] })).toBe(false)
    expect(await asked('read', { status: 'pending' }, { kind: 'read' })).toBe(true)
  })

  it('refuses a reader an edit that names no file at all', async () => {
    expect(await asked('read', { kind: 'edit' })).toBe(false)
    expect(await asked('read', {})).toBe(false)
  })

  it('refuses a call that names more files than anybody would look at', async () => {
    const locations = Array.from({ length: 2000 }, (_, index) => ({ path: `src/${index}.ts` }))
    expect(await asked('write', { kind: 'edit', locations: [...locations, { path: '/etc/hosts' }] })).toBe(
      false,
    )
  })

  describe('what a role may do beside files', () => {
    const allowed = async (access: Access, may: Leave | null, told: unknown) =>
      (
        await answerPermission({
          ...plain,
          access,
          may,
          workspace,
          tool: mergeToolCall(undefined, told),
          options: ALL,
        })
      ).allowed
    const all: Leave = { exec: true, network: true }
    const nothing: Leave = { exec: false, network: false }

    it.each(['read', 'write'] as const)(
      'keeps %s access without leave from commands and the network',
      async (access) => {
        expect(await allowed(access, nothing, { kind: 'execute' })).toBe(false)
        expect(await allowed(access, nothing, { kind: 'fetch' })).toBe(false)
        expect(await allowed(access, nothing, { kind: 'read' })).toBe(true)
        expect(await allowed(access, { exec: true, network: false }, { kind: 'fetch' })).toBe(false)
        expect(await allowed(access, { exec: false, network: true }, { kind: 'execute' })).toBe(false)
      },
    )

    it('lets a reader with leave run commands, but not where it may not write, and not edit', async () => {
      expect(await allowed('read', all, { kind: 'execute', rawInput: { command: 'npm test' } })).toBe(true)
      expect(await allowed('read', all, { kind: 'execute', rawInput: { cwd: '/etc' } })).toBe(false)
      expect(await allowed('read', all, { kind: 'edit' })).toBe(false)
      const diff = { content: [{ type: 'diff', path: 'src/a.ts', newText: '' }] }
      expect(await allowed('read', all, { kind: 'execute', ...diff })).toBe(false)
    })
  })

  describe('a reader whom the system keeps from writing', () => {
    const ask = (told: unknown, access: Access = 'read') =>
      answerPermission({
        ...plain,
        may: { exec: false, network: false },
        isReadOnly: true,
        access,
        workspace,
        tool: mergeToolCall(undefined, told),
        options: ALL,
      })

    it('may look around with commands, whatever its role may do else', async () => {
      expect(await ask({ kind: 'execute', rawInput: { command: 'ls' } })).toMatchObject({
        allowed: true,
        reason: 'read access, and the system keeps it from writing',
      })
      expect((await ask({ title: 'shell', kind: 'other', rawInput: { command: 'ls' } })).allowed).toBe(true)
    })

    it('may neither edit nor reach the network, nor run commands elsewhere', async () => {
      expect((await ask({ kind: 'edit' })).allowed).toBe(false)
      expect((await ask({ kind: 'fetch' })).allowed).toBe(false)
      expect((await ask({ kind: 'execute', rawInput: { command: 'ls', cwd: '/etc' } })).allowed).toBe(false)
      const editor = { kind: 'other', rawInput: { command: 'create', path: 'a.ts', file_text: 'x' } }
      expect((await ask(editor)).allowed).toBe(false)
      expect((await ask({ kind: 'execute' }, 'write')).allowed).toBe(false)
    })
  })

  describe('our own tools', () => {
    const own = { name: 'tutti', tools: ['submit_result', 'wisdom'] }
    const asks = async (title: string, told: object = {}, offered: typeof own | null = own) =>
      (
        await answerPermission({
          access: 'read',
          may: { exec: false, network: false },
          isReadOnly: false,
          own: offered,
          workspace,
          tool: mergeToolCall(undefined, { title, kind: 'other', ...told }),
          options: ALL,
        })
      ).allowed

    it.each([
      'mcp__tutti__submit_result',
      'mcp_tutti_wisdom',
      'tutti_submit_result',
      'tutti__submit_result',
      'submit_result (tutti MCP Server)',
      'Tool: tutti/submit_result',
      'tutti: submit result',
      'submit_result',
    ])('are anybody\u2019s to call, as %s', async (title) => {
      expect(await asks(title)).toBe(true)
      expect(await asks(title, { kind: 'execute', rawInput: { path: '/etc/hosts' } })).toBe(true)
      expect(await asks(title, {}, null)).toBe(false)
      expect(await asks(title, { kind: 'edit' })).toBe(false)
      expect(await asks(title, { content: [{ type: 'diff', path: 'a', newText: '' }] })).toBe(false)
    })

    it.each([
      'tutti_submit_result; rm -rf .',
      'rm tutti_wisdom',
      'rm submit_result',
      'mcp__other__wisdom',
      'tutti',
      'wisdom',
      '',
    ])('are not what is called "%s"', async (title) => {
      expect(await asks(title)).toBe(false)
    })
  })
})
