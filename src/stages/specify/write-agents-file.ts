import type { Run } from '../../kernel/playbook.ts'
import { AGENTS_FILE, addToAgentsFile } from './agents-file.ts'
import type { Job } from '../job.ts'
import type { ProcessFiles } from './process-files.ts'

/**
 * Adds entries to the AGENTS.md of the run's files; what a person has made of it meanwhile is taken over first.
 * Contract: a scope is used once.
 */
export async function writeAgentsFile(
  run: Run,
  { base }: Pick<Job, 'base'>,
  entries: readonly string[],
  files: ProcessFiles,
): Promise<void> {
  if (entries.length === 0) return
  let text = await readLast(run, files.paths.includes(AGENTS_FILE) ? files.head : base)
  for (let tries = 1; ; tries += 1) {
    const after = addToAgentsFile(text, entries)
    if (after === (text ?? '')) return
    const name = `${run.scopeName}/write-${tries}`
    const file = { path: AGENTS_FILE, text: after }
    const written = await files.write(name, [file], 'docs: what was agreed on for later work')
    if (written.kind === 'written') return
    text = written.text
    await files.accept(`${run.scopeName}/accept-${tries}`, AGENTS_FILE, text)
  }
}

function readLast(run: Run, commit: string): Promise<string | null> {
  return run.step<string | null>('agents-file', {
    kind: 'repository',
    input: { commit, path: AGENTS_FILE },
    execute: ({ world }) => world.repository.readFile(commit, AGENTS_FILE),
  })
}
