import type { Scene } from '../../../src/adapters/agents/scripted/script.ts'
import type { Json } from '../../../src/kernel/json.ts'
import type { Answer, Question } from '../../../src/kernel/question.ts'
import type { ProcessPlay, ProcessScript } from '../../harness/play-process.ts'
import { makeStage, playProcess } from '../../harness/play-process.ts'
import { team } from './team-cast.ts'

export type TeamScript = Partial<ProcessScript> & Pick<ProcessScript, 'objective'>

/** A job of a team from its request to its end; whoever is not given a scene does what is asked. */
export function teamScript({ scenes = [], answer, ...more }: TeamScript): ProcessScript {
  return {
    process: 'team-coordinate',
    scenes: team(scenes as readonly Scene[]),
    answer: (name: string, ask: Question): Partial<Answer> | null =>
      answer?.(name, ask) ?? (name.endsWith('/completion') ? { option: 'archive' } : null),
    ...more,
  }
}

/** Plays it in a repository of its own, which is gone afterwards. */
export async function playTeam(script: TeamScript): Promise<ProcessPlay> {
  const repository = await makeStage(script.files === undefined ? {} : { files: script.files })
  try {
    const played = await playProcess(repository, teamScript(script))
    const paths = Object.keys(played.files)
    const delivered = new Map(
      await Promise.all(
        ['impl-001.txt', ...paths].map(async (path) => [path, await played.delivered(path)] as const),
      ),
    )
    return { ...played, delivered: (path) => Promise.resolve(delivered.get(path) ?? null) }
  } finally {
    await repository.remove()
  }
}

/** A file of the session, by its path in it. */
export function sessionFile({ files }: Pick<ProcessPlay, 'files'>, path: string): string {
  const found = Object.entries(files).find(([name]) => name.endsWith(`/${path}`))
  if (found === undefined) throw new Error(`There is no ${path} among ${Object.keys(files).join(', ')}.`)
  return found[1]
}

export interface WrittenTask {
  readonly id: string
  readonly role: string
  readonly status: string
  readonly deps: readonly string[]
  readonly description: string
  readonly findings: string | null
  readonly error: string | null
}

export function tasksIn(played: Pick<ProcessPlay, 'files'>): readonly WrittenTask[] {
  return JSON.parse(sessionFile(played, 'tasks.json')) as WrittenTask[]
}

export interface WrittenMessage {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly type: string
  readonly summary: string
  readonly data: Readonly<Record<string, Json>> | null
}

export function messagesIn(played: Pick<ProcessPlay, 'files'>): readonly WrittenMessage[] {
  const lines = sessionFile(played, '.msg/messages.jsonl').trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line) as WrittenMessage)
}

/** Ids of the tasks whose workers took a turn, in their order. */
export function workedOn({ turns }: Pick<ProcessPlay, 'turns'>): readonly string[] {
  return turns.map((step) => /^execute\/([^@]+)@/.exec(step)?.[1] ?? step)
}

/** Everything that people were told, line by line. */
export function toldIn({ facts }: Pick<ProcessPlay, 'facts'>): readonly string[] {
  return facts('announced').flatMap((value) => (value as { readonly text: string }).text.split('\n'))
}
