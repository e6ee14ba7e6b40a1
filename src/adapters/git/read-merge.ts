import type { MergedTexts, MergeVersions } from '../../kernel/ports/repository.ts'
import type { GitContext } from './git-context.ts'
import type { ListedChange, StoredFile } from './list-changes.ts'
import { listChangesOfEach } from './list-changes.ts'
import { readBlobs } from './read-blobs.ts'

type Versions = Readonly<Record<keyof MergedTexts, StoredFile | null>>

/** Texts of the files that a merge did not simply take from the only side that changed them. */
export async function readMerge(context: GitContext, commits: MergeVersions): Promise<MergedTexts> {
  const files = (await listVersions(context, commits)).filter(([, versions]) => !isPlain(versions))
  const ids = files.flatMap(([, versions]) => Object.values(versions).flatMap((file) => file?.id ?? []))
  const texts = await readBlobs(context, ids)
  const isText = (file: StoredFile | null): boolean => file === null || texts.has(file.id)
  const kept = files.filter(([, versions]) => Object.values(versions).every(isText) || isOneSided(versions))
  const textsOf = (name: keyof MergedTexts): ReadonlyMap<string, string | null> =>
    new Map(
      kept.map(([path, versions]) => {
        const id = versions[name]?.id
        return [path, id === undefined ? null : (texts.get(id) ?? id)]
      }),
    )
  return {
    base: textsOf('base'),
    ours: textsOf('ours'),
    theirs: textsOf('theirs'),
    result: textsOf('result'),
  }
}

/** Every file in which any of the commits differs from the base. */
async function listVersions(
  context: GitContext,
  { base, ours, theirs, result }: MergeVersions,
): Promise<readonly (readonly [string, Versions])[]> {
  const lists = await listChangesOfEach(context, base, [ours, theirs, result])
  const byPath = (commit: string): ReadonlyMap<string, ListedChange> =>
    new Map(lists.get(commit)?.map((change) => [change.path, change]))
  const [inOurs, inTheirs, inResult] = [byPath(ours), byPath(theirs), byPath(result)]
  const before = new Map([...lists.values()].flat().map((change) => [change.path, change.before]))
  return [...before].map(([path, file]) => {
    const on = (side: typeof inOurs): StoredFile | null => {
      const change = side.get(path)
      return change === undefined ? file : change.after
    }
    return [path, { base: file, ours: on(inOurs), theirs: on(inTheirs), result: on(inResult) }]
  })
}

function isPlain({ base, ours, theirs, result }: Versions): boolean {
  if (isSame(base, theirs)) return isSame(result, ours)
  return (isSame(base, ours) || isSame(ours, theirs)) && isSame(result, theirs)
}

/** Of what is no text it can be told only when nothing of a side is left. */
function isOneSided({ base, ours, theirs, result }: Versions): boolean {
  return [base, ours, theirs].some((file) => isSame(result, file)) || result === null
}

function isSame(one: StoredFile | null, other: StoredFile | null): boolean {
  return one?.id === other?.id
}
