import type { z } from 'zod'
import { RunFailure } from '../../kernel/failure.ts'
import type { Json } from '../../kernel/json.ts'
import type { GivenFiles } from '../given-files.ts'
import { readFile } from '../read-file.ts'
import type { Reconciled, SessionParts } from './reconcile.ts'
import { reconcile } from './reconcile.ts'
import { cacheIndexSchema, metaSchema, teamSessionSchema } from './session-files.ts'
import type { TaskAnalysis } from './task-analysis.ts'
import { taskAnalysisSchema } from './task-analysis.ts'
import type { TeamArtifact } from './team-facts.ts'
import type { TeamTask } from './team-task.ts'
import { teamTasksSchema } from './team-task.ts'

/** A session that is gone on with, as it is after its parts were brought to agree. */
export interface TeamSession extends Reconciled {
  /** As the session has it; `''` when it does not say. */
  readonly createdAt: string
  readonly completionAction: 'interactive' | 'auto_archive' | 'auto_keep'
  /** Every file as it was given, by its path in the session. */
  readonly files: Readonly<Record<string, string>>
  readonly artifacts: readonly TeamArtifact[]
  readonly messages: readonly string[]
  readonly roleState: Readonly<Record<string, Readonly<Record<string, Json>>>>
  readonly explored: z.infer<typeof cacheIndexSchema>['entries']
}

export type NamedFiles = Pick<GivenFiles, 'path' | 'files'>

const ARTIFACT = /^artifacts\/([A-Z]+-\d+(?:-R\d+)?)-(.+)\.md$/
const CORE = /^(.*?)(?:team-session|task-analysis|tasks)\.json$/

/** The folder of the one session among the files, `''` where they are its own; `null` when there is none. */
export function sessionFolderIn({ path, files }: NamedFiles): string | null {
  const folders = files.flatMap((file) => {
    const [, folder] = CORE.exec(file.path) ?? []
    if (folder === undefined) return []
    const name = `${path}/${folder}`.replace(/\/+$/, '').split('/').at(-1) ?? ''
    const isNamed = name.startsWith('TC-') || (folder === '' && /\/TC-[^/]+\/[^/]+\.json$/.test(path))
    return isNamed || /"session_id"\s*:\s*"TC-/.test(file.text) ? [folder] : []
  })
  return folders[0] ?? null
}

/** Reads and reconciles a session. Throws `bad-input` with file, line and what to do when it cannot be gone on with. */
export function readSession(given: NamedFiles): TeamSession {
  const folder = sessionFolderIn(given)
  if (folder === null)
    throw refuse(given.path, `${given.path} holds no session; name a folder TC-… under .workflow/.team.`)
  const files = Object.fromEntries(
    given.files.flatMap(({ path, text }) =>
      path.startsWith(folder) ? [[path.slice(folder.length), text]] : [],
    ),
  )
  const where = `${given.path}/${folder}`.replace(/\/+$/, '')
  const parts = partsOf(files, where)
  if (parts.session?.status === 'completed') {
    throw refuse(
      where,
      `${where} is completed; only an active or paused session is gone on with. Start a new run with what is still to be done.`,
    )
  }
  const put = reconcile(parts, where)
  return {
    ...put,
    createdAt: parts.session?.created_at ?? '',
    completionAction: parts.session?.completion_action ?? 'interactive',
    files,
    artifacts: parts.artifacts,
    messages: (files['.msg/messages.jsonl'] ?? '').split(/\r?\n/).filter((line) => line.trim() !== ''),
    roleState: optional(metaSchema, files, '.msg/meta.json')?.role_state ?? {},
    explored: optional(cacheIndexSchema, files, 'explorations/cache-index.json')?.entries ?? [],
  }
}

function partsOf(files: Readonly<Record<string, string>>, where: string): SessionParts {
  const broken: string[] = []
  const read = <T>(schema: z.ZodType<T>, name: string): T | null => {
    const text = files[name]
    if (text === undefined) {
      broken.push(`${where}/${name} is missing.`)
      return null
    }
    try {
      return readFile(schema, `${where}/${name}`, text)
    } catch (thrown) {
      if (!(thrown instanceof RunFailure)) throw thrown
      broken.push(thrown.message.split('\n')[0] ?? '')
      return null
    }
  }
  return {
    session: read(teamSessionSchema, 'team-session.json'),
    analysis: read<TaskAnalysis>(taskAnalysisSchema, 'task-analysis.json'),
    tasks: read<readonly TeamTask[]>(teamTasksSchema, 'tasks.json'),
    specs: Object.entries(files).flatMap(([path, text]) => {
      const [, role] = /^role-specs\/([^/]+)\.md$/.exec(path) ?? []
      return role === undefined ? [] : [{ role, text }]
    }),
    artifacts: Object.entries(files).flatMap(([path, text]) => {
      const [, task, name] = ARTIFACT.exec(path) ?? []
      return task === undefined || name === undefined ? [] : [{ task, name, text }]
    }),
    broken,
  }
}

/** What only helps is left out where it cannot be read. */
function optional<T>(schema: z.ZodType<T>, files: Readonly<Record<string, string>>, name: string): T | null {
  const text = files[name]
  if (text === undefined) return null
  try {
    return readFile(schema, name, text)
  } catch (thrown) {
    if (thrown instanceof RunFailure) return null
    throw thrown
  }
}

function refuse(where: string, message: string): RunFailure {
  return new RunFailure({ code: 'bad-input', message, where })
}
