import type { ChangedFile } from '../../kernel/ports/repository.ts'
import { claimOfTask, claimsBehaviour } from '../../plan/claim-of-task.ts'
import type { Task } from '../../plan/plan.ts'
import type { AuditFinding } from './audit-finding.ts'
import { changesBehaviour } from './changes-behaviour.ts'
import { isCodeFile, testPart } from './test-file.ts'

/** What a task says of itself. */
export type Claim = Pick<Task, 'title' | 'fixes' | 'writeSet'>

/** A change of a task that claims behaviour and owns code, in which nothing that runs differs, or only tests do. */
export function auditClaim(files: readonly ChangedFile[], claim: Claim): readonly AuditFinding[] {
  const first = files[0]
  if (first === undefined || !ownsCode(claim) || !claimsBehaviour(claim)) return []
  if (!changesBehaviour(files))
    return [
      unbuilt(
        first.path,
        'nothing that runs differs by this change, only comments, white space or prose',
        `changed only comments, white space or prose (${first.path}), although the plan says that something is built`,
      ),
    ]
  const product = files.filter(({ path }) => testPart(path) === null)
  if (claimOfTask(claim) !== 'novelty' || !namesProduct(claim) || changesBehaviour(product)) return []
  return [
    unbuilt(
      first.path,
      'this change has only tests, and what it builds would not be there without them',
      `changed only tests (${first.path}), although the plan says that something is built`,
    ),
  ]
}

function unbuilt(path: string, what: string, told: string): AuditFinding {
  return {
    rule: 'no-behaviour',
    path,
    weight: 'refused',
    message: `${path}: ${what}; build what the task asks for, or say in your reply why nothing has to be built.`,
    told,
  }
}

/** Whether the plan says where in the product something is to be built. */
function namesProduct({ writeSet }: Claim): boolean {
  return writeSet.some(
    (path) => /^[^*]*[\w-]/.test(path) && (isCodeFile(path) || /[/*]$/.test(path)) && !isTestPlace(path),
  )
}

function isTestPlace(path: string): boolean {
  return testPart(isCodeFile(path) ? path : path.replace(/[/*]*$/, '/x.js')) !== null
}

function ownsCode({ writeSet }: Claim): boolean {
  if (writeSet.length === 0) return true
  return writeSet.some((path) => /[*/]$/.test(path) || (isCodeFile(path) && testPart(path) === null))
}
