import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createSecrets } from '../adapters/secrets/create-secrets.ts'
import { RunFailure } from '../kernel/failure.ts'
import type { Json } from '../kernel/json.ts'
import type { Agents } from '../kernel/ports/agents.ts'
import type { CommandResult } from '../kernel/ports/commands.ts'
import { plainEffect } from '../kernel/ports/effect.ts'
import type { ToolOffer } from '../kernel/ports/tools.ts'
import { agentsWithout, commandsWithout, filesWithout, toolsWithout } from './without-secrets.ts'

const KNOWN = 'aB3dE6gH9jK2mN5p'
const TOKEN = `ghp_${'k3J9xQw2Z'.repeat(4)}`
const secrets = createSecrets({ known: [KNOWN] })
const usage = { turns: 1, tokens: null, usd: null, tokenParts: null, model: null, estimated: false }
const said = (value: unknown): string => JSON.stringify(value)
const clean = (value: unknown): void => {
  expect(said(value)).toContain('was here')
  expect(said(value)).not.toMatch(new RegExp(`${KNOWN}|ghp_`))
}

it('P11: no secret comes in with what an agent says, does or fails of', async () => {
  let fails = false
  const inner = {
    turn: async (_request: unknown, hooks: Parameters<Agents['turn']>[1]) => {
      hooks.onActivity({ step: 's', kind: 'message', text: `see ${KNOWN}` })
      hooks.onRefused(`read ${KNOWN}`)
      if (fails) throw new RunFailure({ code: 'session-lost', message: `lost with ${TOKEN}` })
      return { text: `{"a": "${KNOWN}", "b": "${TOKEN}"}`, stop: 'ended', usage, session: 'x' }
    },
    end: async () => 0,
    canResume: () => false,
    close: async () => {},
  } as unknown as Agents
  const agents = agentsWithout(secrets, inner)
  const heard: string[] = []
  const hooks = {
    signal: new AbortController().signal,
    onActivity: ({ text }: { readonly text: string }) => void heard.push(text),
    onUsage: () => {},
    onSession: async () => {},
    onRefused: (what: string) => void heard.push(what),
  }
  const request = { run: 'r', step: 's' } as Parameters<Agents['turn']>[0]
  const reply = await agents.turn(request, hooks)
  expect(JSON.parse(reply.text)).toMatchObject({ a: expect.any(String), b: expect.any(String) })
  clean(reply)
  expect(heard).toHaveLength(2)
  clean(heard)
  fails = true
  const thrown: unknown = await agents.turn(request, hooks).catch((error: unknown) => error)
  clean((thrown as RunFailure).failure)
})

it('P11: no secret comes in with what an agent hands in by a tool', async () => {
  const calls: Json[] = []
  const offer: ToolOffer = {
    session: null,
    tools: [],
    call: async (_name, input) => {
      calls.push(input)
      return { text: '', isError: false }
    },
  }
  let opened: ToolOffer | null = null
  const tools = toolsWithout(secrets, {
    open: async (asked) => {
      opened = asked
      return null
    },
    forget: () => {},
    close: async () => {},
  })
  await tools.open(offer)
  await (opened as ToolOffer | null)?.call('note', { list: [{ text: `so ${TOKEN}` }, 3, null], [`k`]: KNOWN })
  clean(calls)
  expect(calls).toMatchObject([{ list: [{ text: expect.any(String) }, 3, null] }])
})

it('P11: no known secret stays in what a command printed, nor in the file of it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tutti-printed-'))
  try {
    const outputFile = join(folder, 'out')
    const printed = `line ${KNOWN}\n`
    await writeFile(outputFile, printed)
    const result: CommandResult = {
      exitCode: 0,
      signal: null,
      timedOut: false,
      durationMs: 1,
      output: printed,
      outputBytes: printed.length,
      text: printed,
      reports: [{ path: 'r.xml', text: printed }],
      whole: true,
      outputFile,
      leftovers: 0,
      withheld: [],
    }
    const inner = { run: async () => result, identity: async () => '' }
    const commands = commandsWithout(secrets, inner, plainEffect)
    const hooks = { signal: new AbortController().signal, onActivity: () => {} }
    const seen = await commands.run(
      { step: 's', attempt: 1, command: 'x', path: folder, timeoutMs: 1 },
      hooks,
    )
    for (const part of [seen.output, seen.text, seen.reports, await readFile(outputFile, 'utf8')]) clean(part)
  } finally {
    await rm(folder, { recursive: true })
  }
})

it('P11: no secret is kept beside the journal, and bytes stay bytes', async () => {
  const kept: (string | Uint8Array)[] = []
  const files = filesWithout(secrets, {
    read: async () => null,
    write: async () => {},
    remove: async () => {},
    keep: async (_name, content) => {
      kept.push(content)
      return 'x'
    },
  })
  await files.keep('pull-request.md', `# ${TOKEN}`)
  await files.keep('patch', new Uint8Array([1]))
  clean(kept[0])
  expect(kept[1]).toEqual(new Uint8Array([1]))
})
