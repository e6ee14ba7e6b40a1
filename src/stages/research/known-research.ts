import { z } from 'zod'
import { areaReply } from '../../contracts/researcher.ts'
import type { AreaReply } from '../../contracts/researcher.ts'
import { digestOf } from '../../kernel/digest.ts'
import type { Run } from '../../kernel/playbook.ts'
import type { Repository } from '../../kernel/ports/repository.ts'
import type { FocusArea } from './focus-areas.ts'

const KIND = 'research'

const kept = z.object({
  angle: z.string(),
  question: z.string(),
  run: z.string(),
  reply: areaReply,
  /** What its sources were when it was found, and which files stood beside them. */
  sources: z.array(z.object({ path: z.string(), content: z.string() })),
  neighbours: z.string(),
})

type Kept = z.infer<typeof kept>

/** What an earlier run found out, with the run that did. */
export type KnownResearch = { readonly reply: AreaReply; readonly run: string }

/**
 * An answer that an earlier run was given to the same question. Contract: it is taken only while every file it
 * rests on has the same content, and no file has come or gone beside them.
 */
export function knownResearch(run: Run, area: FocusArea, base: string): Promise<KnownResearch | null> {
  return run.step<KnownResearch | null>('known', {
    kind: 'research-lookup',
    input: { angle: area.id, question: area.question, base },
    execute: async ({ world }) => {
      const entry = await world.store.read(KIND, keyOf(area))
      const found = entry === null ? null : kept.safeParse(entry.value)
      if (found === null || !found.success || found.data.question !== area.question) return null
      const { reply, sources, neighbours, run: by } = found.data
      const now = await standOf(world.repository, base, reply.sources)
      return now.neighbours === neighbours && JSON.stringify(now.sources) === JSON.stringify(sources)
        ? { reply, run: by }
        : null
    },
  })
}

/** Keeps an answer for later runs; one that rests on nothing is not worth keeping. */
export async function keepResearch(run: Run, area: FocusArea, base: string, reply: AreaReply): Promise<void> {
  if (reply.sources.length === 0) return
  await run.step('keep', {
    kind: 'research-kept',
    input: { angle: area.id, question: area.question, base },
    execute: async ({ world }) => {
      const stand = await standOf(world.repository, base, reply.sources)
      const value: Kept = { angle: area.id, question: area.question, run: run.id, reply, ...stand }
      await world.store.write(KIND, keyOf(area), value)
      return null
    },
  })
}

function keyOf({ id, question }: FocusArea): string {
  return `${id}-${digestOf(question)}`
}

async function standOf(
  repository: Pick<Repository, 'listFiles' | 'readFile'>,
  base: string,
  paths: readonly string[],
): Promise<Pick<Kept, 'sources' | 'neighbours'>> {
  const folders = new Set(paths.map(folderOf))
  const files = await repository.listFiles(base)
  const sources = await Promise.all(
    paths.map(async (path) => {
      const text = await repository.readFile(base, path)
      return { path, content: text === null ? '' : digestOf(text) }
    }),
  )
  return { sources, neighbours: digestOf(files.filter((path) => folders.has(folderOf(path))).toSorted()) }
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}
