import { auditSecrets } from '../../gates/audit/audit-secrets.ts'
import type { AuditFinding } from '../../gates/audit/audit-finding.ts'
import type { Run } from '../../kernel/playbook.ts'
import { findSecrets } from '../find-secrets.ts'
import { endedBy } from '../execute/ended-by.ts'

/**
 * What looks like a secret in the files of the process: no task answers for them, a person may have written them. They
 * are delivered with it only by a person's word.
 */
export async function askAboutSecrets(run: Run, base: string, head: string): Promise<void> {
  const findings = await run.step<readonly AuditFinding[]>('files-secrets', {
    kind: 'audit',
    input: { base, head },
    execute: async ({ world }) => {
      const files = await world.repository.readChanges(base, head)
      return auditSecrets(await findSecrets(world, { base, head, files }))
    },
  })
  if (findings.length === 0) return
  const answer = await run.question('files-secrets-held', {
    kind: 'choice',
    text: `The files of this job hold what must not be delivered: ${findings.map(({ message }) => message).join(' ')}`,
    options: [
      { id: 'accept', label: 'It is no secret: deliver it' },
      { id: 'stop', label: 'End the run' },
    ],
    free: false,
  })
  if (answer.option !== 'accept') throw endedBy(answer.by, 'delivery')
}
