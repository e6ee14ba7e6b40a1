import type { Plan, Task } from '../plan.ts'
import type { LintOptions, PlanFinding } from '../plan-finding.ts'

const BY_HAND =
  /\b(?:manual(?:ly)?|by hand|click(?:ing)? (?:through|around)|look(?:ing)? at (?:it|the page) yourself)\b/i
const CODE = /^\s*(?:```|~~~)/m

/** Some processes want a plan in words, which says what is to be done and leaves the code to whoever does it. */
export function codeInPlan({ tasks }: Plan, { inWords }: LintOptions): readonly PlanFinding[] {
  if (!inWords) return []
  return tasks.flatMap(({ id, description }, index) => {
    if (!CODE.test(description)) return []
    const message = `Task ${id} has a block of code in its description; say in words what is to change.`
    const path = ['tasks', index, 'description']
    return [{ rule: 'code-in-plan', severity: 'error', tasks: [id], path, message }]
  })
}

/** What nobody can run proves nothing when nobody is there. */
export function checkedByHand({ tasks }: Plan, { inWords }: LintOptions): readonly PlanFinding[] {
  if (!inWords) return []
  return tasks.flatMap((task, index) => {
    const hand = checksOf(task).find((each) => BY_HAND.test(each))
    if (hand === undefined) return []
    const message = `Task ${task.id} is checked by hand ("${hand.slice(0, 80)}"); name a check that a program can run.`
    const path = ['tasks', index, 'acceptance']
    return [{ rule: 'checked-by-hand', severity: 'error', tasks: [task.id], path, message }]
  })
}

function checksOf({ acceptance, verification }: Task): readonly string[] {
  return [...acceptance.flatMap((each) => each.verification ?? []), ...verification]
}
