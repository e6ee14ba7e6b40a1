import { DOCS_STATE_FILE, formatDocsState } from '../../config/docs-state-file.ts'
import type { RefreshReply } from '../../contracts/initializer.ts'
import { initializerContract } from '../../contracts/initializer.ts'
import type { Run } from '../../kernel/playbook.ts'
import { askRole } from '../ask-role.ts'
import { PLANNING_DOCS, docsStateOf } from '../intake/docs-trust.ts'
import { fact } from '../facts.ts'
import type { IntegrationLine } from '../integrate/integration.ts'
import { isArchitectural } from './is-architectural.ts'
import type { Job } from '../job.ts'
import { closeWorkspace, openWorkspace } from '../open-workspace.ts'
import type { ProcessFiles } from '../specify/process-files.ts'
import { DOCS_STATE_ENTRY, readDocsTrust } from '../intake/read-docs-trust.ts'
import { unlessTrouble } from '../unless-trouble.ts'

type Need = { readonly docs: readonly string[]; readonly changed: readonly string[] }

/** A document that only says that there will be one is none. */
const PLACEHOLDER = /^[\s>*#-]*(?:TODO|TBD|FIXME)\b|\bto be (?:written|determined)\b|\blorem ipsum\b/im

/**
 * Brings the documents about the repository up to date when they cannot be relied on, or when the work has changed
 * what they are about. Contract: only those documents are taken from the agent, and they count as checked only
 * when each was accounted for by files that exist.
 */
export async function refreshDocs(
  run: Run,
  job: Job,
  line: Readonly<IntegrationLine>,
  files: ProcessFiles,
): Promise<void> {
  const taken = await draftDocs(run, job, line)
  if (taken !== null) await writeDocs(run, files, taken)
}

/**
 * The same as far as nothing is written yet, so that it can go on beside other work; `null` when nothing is to be.
 * `all`: a document that is missing beside trusted ones is written too.
 */
export async function draftDocs(
  run: Run,
  job: Job,
  line: Readonly<IntegrationLine>,
  all = false,
): Promise<Taken | null> {
  const { docs, changed } = await lookForNeed(run, job.base, line.head, all)
  if (docs.length === 0) return null
  const workspace = await openWorkspace(run, 'docs', line.head)
  const asked = await unlessTrouble(run, 'The documents were not brought up to date', () =>
    askRole(run, job, initializerContract({ docs }), () => ({ objective: job.objective, docs, changed }), {
      workspace,
      parent: line.head,
      message: 'docs: bring the documents up to date',
      unavailable: 'ask-or-without',
    }),
  )
  await closeWorkspace(run, workspace)
  if (asked === null) return null
  const { reply, turn } = asked
  await tellForeign(
    run,
    turn.changes.map(({ path }) => path).filter((path) => !docs.includes(path)),
  )
  if (reply.status === 'failed') {
    await say(run, 'failed', `The documents were not brought up to date: ${reply.summary}`)
    return null
  }
  return takeDocs(run, line.head, turn.commit, reply)
}

function lookForNeed(run: Run, base: string, head: string, all: boolean): Promise<Need> {
  return run.step<Need>('need', {
    kind: 'repository',
    input: all ? { base, head, all } : { base, head },
    execute: async ({ world }) => {
      const { repository } = world
      const changes = await repository.changes(base, head)
      const { trust } = await readDocsTrust(world, head)
      const isMoved = isArchitectural(
        changes,
        await repository.listFiles(base),
        await repository.listFiles(head),
      )
      const stale = trust.refresh.length > 0 ? trust.refresh : PLANNING_DOCS
      const missing = all ? trust.refresh : []
      const docs = trust.status !== 'trusted' ? stale : isMoved ? PLANNING_DOCS : missing
      return { docs: [...docs], changed: changes.map(({ path }) => path).slice(0, 300) }
    },
  })
}

/** What was taken of an agent's documents. */
export type Taken = {
  readonly written: readonly { readonly path: string; readonly text: string }[]
  /** All documents with their texts, when each of them was accounted for. */
  readonly checked: readonly { readonly path: string; readonly text: string }[] | null
  readonly problems: readonly string[]
}

/** What the agent says of a document holds only when the files say so too. */
function takeDocs(run: Run, head: string, commit: string, { docs }: RefreshReply): Promise<Taken> {
  return run.step<Taken>('take', {
    kind: 'repository',
    input: { head, commit, docs },
    execute: async ({ world: { repository } }) => {
      const present = new Set(await repository.listFiles(head))
      const written: { path: string; text: string }[] = []
      const checked: { path: string; text: string }[] = []
      const problems: string[] = []
      for (const path of PLANNING_DOCS) {
        const before = await repository.readFile(head, path)
        const told = docs.find((doc) => doc.path === path)
        const text = told === undefined ? before : await repository.readFile(commit, path)
        if (text === null || text.trim() === '' || PLACEHOLDER.test(text)) {
          problems.push(`${path} says nothing yet.`)
          continue
        }
        if (text !== before) written.push({ path, text })
        checked.push({ path, text })
        if (told === undefined) continue
        if (told.change === 'written' && text === before) problems.push(`${path} was not changed.`)
        if (!told.evidence.some((file) => present.has(file.replace(/:\d+.*$/, ''))))
          problems.push(`${path} names no file that exists.`)
      }
      return { written, checked: problems.length === 0 ? checked : null, problems }
    },
  })
}

/** Writes documents down; they count as checked from then on when each was accounted for. */
export async function writeDocs(
  run: Run,
  files: ProcessFiles,
  { written, checked, problems }: Taken,
): Promise<void> {
  if (problems.length > 0) await say(run, 'untrusted', `Documents stay unchecked: ${problems.join(' ')}`)
  const state = checked === null ? null : docsStateOf(new Map(checked.map(({ path, text }) => [path, text])))
  const note = state === null ? [] : [{ path: DOCS_STATE_FILE, text: formatDocsState(state) }]
  if (written.length + note.length === 0) return
  const name = `${run.scopeName}/write`
  const result = await files.write(name, [...written, ...note], 'docs: bring the documents up to date')
  if (result.kind === 'edited')
    return say(run, 'edited', `${result.path} was edited by a person meanwhile, and stays as it is.`)
  if (state === null) return
  await run.step('remember', {
    kind: 'store',
    input: state,
    execute: async ({ world }) => {
      await world.store.write(DOCS_STATE_ENTRY.kind, DOCS_STATE_ENTRY.key, state)
      return null
    },
  })
}

async function tellForeign(run: Run, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return
  const message = `The initializer wrote ${paths.join(', ')}, which was not its to write; it was not taken.`
  await run.record('foreign', fact({ kind: 'finding', value: { task: null, action: 'undone', message } }))
}

async function say(run: Run, name: string, text: string): Promise<void> {
  await run.record(name, fact({ kind: 'notice', value: { text } }))
}
