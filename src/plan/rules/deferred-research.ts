import type { Plan, Task } from '../plan.ts'
import type { PlanFinding } from '../plan-finding.ts'

/** Words by which a plan puts off what it should have found out. */
const PHRASES =
  /\b(?:(?:confirm|research|determine)\s+later|needs?\s+to\s+research|further\s+research\s+(?:is\s+)?required|figure\s+out|where\s+available|if\s+different|tbd)\b/i

/** In capitals only: in small letters it is a thing that people build. */
const MARK = /\bTODO\b/

/** What is in backticks is the name of something. The objective is the person's own words; questions may be open. */
export function deferredResearch({ tasks, contracts }: Plan): readonly PlanFinding[] {
  const ofTasks = tasks.flatMap((task, index) =>
    textsOf(task).map(({ keys, text }) => ({ about: [task.id], path: ['tasks', index, ...keys], text })),
  )
  const ofContracts = contracts.flatMap(({ from, to, interface: what, format }, index) => [
    { about: [from, to], path: ['contracts', index, 'interface'], text: what },
    { about: [from, to], path: ['contracts', index, 'format'], text: format },
  ])
  return [...ofTasks, ...ofContracts].flatMap(({ about, path, text }) => {
    const said = text.replaceAll(/`[^`]*`/g, '``')
    const [words] = PHRASES.exec(said) ?? MARK.exec(said) ?? []
    if (words === undefined) return []
    const field = path.findLast((key) => typeof key === 'string')
    const message = `The ${field} of ${about.join(' and ')} says "${words.replaceAll(/\s+/g, ' ')}"; find it out now and write down what it is.`
    return [{ rule: 'deferred-research', severity: 'error', tasks: about, path, message }]
  })
}

function textsOf({ title, description, acceptance, context }: Task) {
  return [
    { keys: ['title'], text: title },
    { keys: ['description'], text: description },
    ...acceptance.flatMap(({ criterion, verification }, index) => [
      { keys: ['acceptance', index, 'criterion'], text: criterion },
      { keys: ['acceptance', index, 'verification'], text: verification ?? '' },
    ]),
    ...context.map((file, index) => ({ keys: ['context', index, 'description'], text: file.description })),
  ]
}
