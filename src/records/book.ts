import type { Run } from '../kernel/playbook.ts'
import type { HeardFact } from '../stages/heard-run.ts'
import { heardRun } from '../stages/heard-run.ts'
import type { ProcessFile } from '../stages/specify/process-file.ts'
import type { ProcessFiles } from '../stages/specify/process-files.ts'
import type { Story } from './story.ts'
import { storyOf } from './story.ts'

/** A process's own files, told from the journal. */
export interface Book {
  /** Whether the files are to be written anew after this fact. */
  isTold(fact: HeardFact): boolean
  /** Every file as the story has it so far, always in the same order. */
  render(story: Story): readonly ProcessFile[]
  /** Why a person's edit of one of the files cannot be taken; `null` when it can. */
  problemWith(path: string, text: string): string | null
}

/**
 * Hands that keep the book: after each fact that it tells of, the files are written anew. Contract: `files` were
 * opened under the scope `files` of the same run.
 */
export function keepBook(run: Run, files: ProcessFiles, book: Book): Run {
  return heardRun(run, async (fact) => {
    if (book.isTold(fact)) await writeBook(files, book, fact.name)
  })
}

/** Writes the book as it is now, under a name that is used once. */
export async function writeBook(files: ProcessFiles, book: Book, name: string): Promise<void> {
  await files.renew(`book/${name}`, (events) => book.render(storyOf(events)))
}
