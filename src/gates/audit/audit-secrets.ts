import type { ChangedFile } from '../../kernel/ports/repository.ts'
import type { AuditFinding } from './audit-finding.ts'

/** What only a secret looks like; whatever could be anything is left alone. */
const SECRETS: readonly (readonly [string, RegExp])[] = [
  ['a private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/],
  ['an access key of AWS', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
  ['a token of GitHub', /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{60,})\b/],
  ['a token of Slack', /\bxox[abprs]-[A-Za-z0-9-]{20,}/],
  ['a live key of Stripe', /\b[rs]k_live_[A-Za-z0-9]{20,}\b/],
  ['a key of Google', /\bAIza[0-9A-Za-z_-]{35}\b/],
]

/** Secrets that a change brings into the repository; those that were there before are not its doing. */
export function auditSecrets(files: readonly ChangedFile[]): readonly AuditFinding[] {
  return files.flatMap(({ path, before, after }) => {
    const known = new Set((before ?? '').split('\n'))
    const added = (after ?? '').split('\n').filter((line) => !known.has(line))
    return SECRETS.filter(([, looks]) => added.some((line) => looks.test(line))).map(
      ([what]): AuditFinding => ({
        rule: 'secret',
        path,
        weight: 'refused',
        message: `${path}: this looks like ${what}; no secret goes into a file, take it from the environment.`,
      }),
    )
  })
}
