import { lintPlan } from '../../plan/lint-plan.ts'
import type { Book } from '../../records/book.ts'
import { writeBook } from '../../records/book.ts'
import type { WorkBefore } from '../../records/controlflow/own-facts.ts'
import { planOfRecord, planPath } from '../../records/controlflow/plan-record.ts'
import { readControlflowPlan } from '../../records/controlflow/read-plan.ts'
import type { PlanFormat } from '../../stages/plan/plan-file.ts'

/** The plan is a document of the book, which people may edit before they approve it. */
export function planFormat(book: Book, { name: given }: WorkBefore): PlanFormat {
  const pathOf = (slug: string): string => planPath(given ?? slug)
  return {
    path: pathOf,
    write: async (files, name, { slug }) => {
      const path = pathOf(slug)
      const text = await files.edited(`${name}/theirs`, path)
      if (text !== null) return { kind: 'edited', path, text }
      await writeBook(files, book, name)
      return { kind: 'written' }
    },
    parse: (text, path, { executors }) => {
      const { plan: written, lines } = readControlflowPlan(text, path)
      const plan = planOfRecord(written)
      const findings = lintPlan(plan, { executors }).map((finding) => {
        const index = typeof finding.path[1] === 'number' ? finding.path[1] : -1
        const phase = written.phases[index]?.phase_id ?? 0
        return { ...finding, line: lines.get(phase) ?? 1, column: 1 }
      })
      const wrong = findings.find(({ severity }) => severity === 'error')
      return { plan, findings: wrong === undefined ? findings : [wrong] }
    },
  }
}
