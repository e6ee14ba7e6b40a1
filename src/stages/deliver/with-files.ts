import { askAboutSecrets } from './ask-about-secrets.ts'
import type { Run } from '../../kernel/playbook.ts'
import { fact } from '../facts.ts'
import type { IntegrationLine } from '../integrate/integration.ts'
import type { Job } from '../job.ts'
import { kindAmong } from '../integrate/conventional-title.ts'
import { merge } from '../integrate/merge.ts'
import type { ProcessFiles } from '../specify/process-files.ts'
import { takeEdit } from '../specify/take-edit.ts'

/**
 * The line with the files of the process on top, as one commit. Late edits of a person are taken over first. Where
 * both do not go together, every file that a task has changed stays as the task has proven it.
 */
export async function withFiles(
  run: Run,
  job: Pick<Job, 'base' | 'policy' | 'manner'>,
  line: Readonly<IntegrationLine>,
  files: ProcessFiles,
): Promise<IntegrationLine> {
  await takeLateEdits(run, files)
  const whole = await layFiles(run, job, line, files)
  const isSearched = job.policy.protection.secrets === 'protect' && files.head !== job.base
  if (isSearched) await askAboutSecrets(run, job.base, files.head)
  return whole
}

/** The same with the files as the run has them, where work is yet to stand on them. */
export async function layFiles(
  run: Run,
  { base, policy, manner }: Pick<Job, 'base' | 'policy' | 'manner'>,
  line: Readonly<IntegrationLine>,
  files: ProcessFiles,
): Promise<IntegrationLine> {
  await files.settle(`settle/${run.scopeName}`)
  if (files.head === base) return { head: line.head, tree: line.tree }
  const paths = files.delivered.toSorted()
  const kind = kindAmong('docs', policy.process.deliver.commitKinds)
  const subject = `${kind}: what this job is about`
  const message =
    manner?.namesFiles === false ? subject : `${subject}\n\n${paths.map((path) => `- ${path}`).join('\n')}`
  const merged = await merge(run, 'files', { ours: line.head, theirs: files.head, message })
  if (merged.kind === 'merged') return { head: merged.commit, tree: merged.tree }
  const touched = new Set([...merged.paths, ...(await changedSince(run, base, line.head))])
  const kept = paths.filter((path) => touched.has(path))
  const text = `${kept.join(', ')}: a task has changed it too, and its version is delivered; the other is in commit ${files.head.slice(0, 10)}.`
  await run.record('files-left', fact({ kind: 'notice', value: { text } }))
  const rest = paths.filter((path) => !touched.has(path))
  return layOver(run, line.head, files.head, rest, message)
}

function changedSince(run: Run, base: string, head: string): Promise<readonly string[]> {
  return run.step<readonly string[]>('line-paths', {
    kind: 'repository',
    input: { base, head },
    execute: async ({ world }) => (await world.repository.readChanges(base, head)).map(({ path }) => path),
  })
}

function layOver(
  run: Run,
  onto: string,
  from: string,
  paths: readonly string[],
  message: string,
): Promise<IntegrationLine> {
  return run.step<{ readonly head: string; readonly tree: string }>('files-over', {
    kind: 'overlay',
    input: { onto, from, paths, message },
    execute: async ({ world, step, startedAt: at }) => {
      const request = { run: run.id, step, onto, from, paths, message, at }
      const { commit, tree } = await world.repository.overlay(request)
      return { head: commit, tree }
    },
  })
}

async function takeLateEdits(run: Run, files: ProcessFiles): Promise<void> {
  for (const [index, path] of files.paths.entries()) {
    const name = `late-${index + 1}`
    const text = await files.edited(name, path)
    if (text !== null) await takeEdit(run, files, name, path, text)
  }
}
