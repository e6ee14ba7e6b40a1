import { Buffer } from 'node:buffer'
import { describe, expect, it } from 'vitest'
import { createSecrets } from '../adapters/secrets/create-secrets.ts'
import type { ChangedFile } from '../kernel/ports/repository.ts'
import type { World } from '../kernel/ports/world.ts'
import { findSecrets } from './find-secrets.ts'

const TOKEN = `ghp_${'k3J9xQw2Z'.repeat(4)}`
const LARGE = `${'a line of text\n'.repeat(150_000)}${TOKEN}\n`

/** What is found in a file that could not be compared as text, and that was so before, or was not there. */
async function find(after: Buffer, before: Buffer | null = null): Promise<readonly string[]> {
  const kind = before === null ? 'added' : 'modified'
  const file: ChangedFile = { path: 'a', kind, before: null, after: null, opaque: true, modeChanged: false }
  const readBytes = async (commit: string): Promise<Buffer | null> => (commit === 'head' ? after : before)
  const repository = { readBytes } as unknown as World['repository']
  const world = { repository, secrets: createSecrets({ known: [] }) }
  const found = await findSecrets(world, { base: 'base', head: 'head', files: [file] })
  return found.map(({ line, kind: what }) => `${line}: ${what}`)
}

describe('P11: a secret in a file that is no text or too large to be compared', () => {
  it.each([
    ['with letters of one byte', Buffer.from(`caf\xe9\n${TOKEN}`, 'latin1'), 2],
    ['with letters of two bytes', Buffer.from(`one\n${TOKEN}`, 'utf16le'), 2],
    ['with a byte that is no letter', Buffer.from(`\0\n\n${TOKEN}\n`), 3],
    ['of two megabytes', Buffer.from(LARGE), 150_001],
    ['where one part meets the next', Buffer.from(`${' '.repeat(999_990)}${TOKEN}`), 1],
  ])('is found: %s', async (_what, bytes, line) => {
    expect(await find(bytes)).toEqual([`${line}: a token of GitHub`])
  })

  it('counts only when it is new', async () => {
    expect(await find(Buffer.from(`\0more ${TOKEN}`), Buffer.from(`\0${TOKEN}`))).toEqual([])
    expect(await find(Buffer.from(`\0${TOKEN}`), Buffer.from('\0'))).toHaveLength(1)
    expect(await find(Buffer.from([0, 1, 2, 3]))).toEqual([])
  })
})
