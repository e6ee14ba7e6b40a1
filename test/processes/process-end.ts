import { readdir } from 'node:fs/promises'
import type { RunEvent } from '../../src/kernel/event.ts'
import type { TestRepository } from '../fixtures/git-repository.ts'
import type { ProcessPlay } from '../harness/play-process.ts'

/** What is left of a played process, without what differs from one play to the next. */
export interface ProcessEnd {
  readonly status: string
  /** The process's own files, by path. */
  readonly files: Readonly<Record<string, string>>
  /** What was delivered, by path; empty when nothing was. */
  readonly delivered: Readonly<Record<string, string>>
  /** Worktrees that nobody removed, of a run that has ended. */
  readonly worktrees: readonly string[]
}

const TIME = /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|\b)/g
const MILLISECONDS = /(\d\d:\d\d:\d\d)\.\d+/g
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/
/** A commit, whole or shortened, and not a part of an id that a process gives; one in a hundred short ones has no letter. */
const COMMIT = new RegExp(
  `${UUID.source}|(?<=\\bpassed on )[0-9a-f]{10}\\b|\\b(?=[0-9a-f]*\\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\\b`,
  'g',
)

/** Everything that can be compared of a play that is over. */
export async function endOf(
  repository: TestRepository,
  { outcome, files, branch }: Pick<ProcessPlay, 'outcome' | 'files' | 'branch'>,
): Promise<ProcessEnd> {
  const paths = await repository
    .git(['ls-tree', '-r', '-z', '--name-only', branch])
    .then((listed) => listed.split('\0').filter((path) => path !== ''))
    .catch((): string[] => [])
  const delivered: Record<string, string> = {}
  for (const path of paths.toSorted()) {
    delivered[path] = settled(await repository.git(['show', `${branch}:${path}`]), repository.folder)
  }
  const isOver = outcome.status === 'completed' || outcome.status === 'cancelled'
  return {
    status: outcome.status,
    files: mapTexts(files, (text) => settled(text, repository.folder)),
    delivered,
    worktrees: isOver ? await worktreesOf(repository) : [],
  }
}

/** The same without times, which a process that died and came back has later. */
export function withoutTimes(end: ProcessEnd): ProcessEnd {
  const timeless = (text: string): string => text.replaceAll(TIME, '<time>')
  return {
    ...end,
    files: mapTexts(end.files, timeless),
    delivered: mapTexts(end.delivered, timeless),
  }
}

/** Steps that had ended before the cut and were begun, doubted or ended again after it. */
export function redoneSteps(past: readonly RunEvent[], whole: readonly RunEvent[]): readonly string[] {
  const isEnd = ({ type }: RunEvent): boolean => type === 'step-completed' || type === 'step-failed'
  const ended = new Set(past.flatMap((event) => (isEnd(event) && 'step' in event ? [event.step] : [])))
  return whole.slice(past.length).flatMap((event) => {
    const isAgain = event.type === 'step-started' || event.type === 'step-in-doubt' || isEnd(event)
    return isAgain && 'step' in event && ended.has(event.step) ? [`${event.type} ${event.step}`] : []
  })
}

/** Commits depend on when they were made, folders on the machine, and parts of a second on how the loop turned. */
function settled(text: string, folder: string): string {
  return text
    .replaceAll(folder, '<folder>')
    .replaceAll(COMMIT, (found) => (UUID.test(found) ? found : '<commit>'))
    .replaceAll(MILLISECONDS, '$1.000')
}

async function worktreesOf(repository: TestRepository): Promise<readonly string[]> {
  const listed = (await repository.git(['worktree', 'list', '--porcelain'])).split('\n')
  const known = listed.filter((line) => line.startsWith('worktree ')).slice(1)
  const found = await readdir(repository.worktreesRoot, { recursive: true, withFileTypes: true }).catch(
    () => [],
  )
  return [...known, ...found.filter((entry) => entry.isFile()).map(({ name }) => name)]
}

function mapTexts(
  texts: Readonly<Record<string, string>>,
  change: (text: string) => string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, change(text)]))
}
