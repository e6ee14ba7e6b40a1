import type { Run } from '../../kernel/playbook.ts'
import type { ProcessFiles } from '../specify/process-files.ts'
import { addToWisdomFile } from './wisdom-file.ts'
import type { Wisdom } from './wisdom.ts'
import { WISDOM_KINDS, wisdomFiles } from './wisdom.ts'

type Texts = Readonly<Record<string, string | null>>

/** Adds to the files of wisdom what they do not say yet; what a person has made of one meanwhile is taken over first. */
export async function writeWisdom(run: Run, files: ProcessFiles, entries: readonly Wisdom[]): Promise<void> {
  if (entries.length === 0) return
  let texts = await readTexts(run, files.head)
  for (let tries = 1; ; tries += 1) {
    const changed = WISDOM_KINDS.flatMap((kind) => {
      const path = wisdomFiles[kind]
      const before = texts[path] ?? null
      const text = addToWisdomFile(before, kind, entries)
      return text === (before ?? '') ? [] : [{ path, text }]
    })
    if (changed.length === 0) return
    const written = await files.write(`${run.scopeName}/write-${tries}`, changed, 'docs: what was learnt')
    if (written.kind === 'written') return
    texts = { ...texts, [written.path]: written.text }
    await files.accept(`${run.scopeName}/accept-${tries}`, written.path, written.text)
  }
}

function readTexts(run: Run, commit: string): Promise<Texts> {
  return run.step<Texts>('files', {
    kind: 'repository',
    input: { commit },
    execute: async ({ world: { repository } }) => {
      const texts: Record<string, string | null> = {}
      for (const kind of WISDOM_KINDS) {
        texts[wisdomFiles[kind]] = await repository.readFile(commit, wisdomFiles[kind])
      }
      return texts
    },
  })
}
