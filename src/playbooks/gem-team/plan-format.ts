import type { Book } from '../../records/book.ts'
import { writeBook } from '../../records/book.ts'
import { folderOf, planIdOf } from '../../records/gem-team/book.ts'
import type { GemGiven } from '../../records/gem-team/given-plan.ts'
import { leftIn } from '../../records/gem-team/go-on.ts'
import { readPlan } from '../../records/gem-team/read-plan.ts'
import type { PlanFormat } from '../../stages/plan/plan-file.ts'

/** gem-team's plan.yaml: written with the rest of the book, and read back when a person has edited it. */
export function gemPlanFormat(book: Book, given: GemGiven | null): PlanFormat {
  const path = (slug: string): string => `${folderOf(planIdOf(slug, given))}/plan.yaml`
  return {
    path,
    write: async (files, name, { slug }) => {
      const file = path(slug)
      const text = await files.edited(`${name}-seen`, file)
      if (text !== null) return { kind: 'edited', path: file, text }
      await writeBook(files, book, name)
      return { kind: 'written' }
    },
    parse: (text, file, { executors }) => {
      const { written, plan, findings } = readPlan(text, file, executors)
      const isWhole = written !== null && plan !== null
      return { plan: isWhole ? leftIn(written, plan) : null, findings }
    },
  }
}
