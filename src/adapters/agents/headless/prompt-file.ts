import { mkdtemp, rmdir, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A prompt in a file of its own that nobody else can read; gone once `use` has settled. */
export async function withPromptFile<T>(prompt: string, use: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'tutti-prompt-'))
  const file = join(folder, 'prompt.md')
  try {
    await writeFile(file, prompt, { mode: 0o600 })
    return await use(file)
  } finally {
    // What somebody else put there stays.
    await unlink(file).catch(() => {})
    await rmdir(folder).catch(() => {})
  }
}
