export type AuditRule =
  | 'outside-write-set'
  | 'gate-definition'
  | 'test-deleted'
  | 'test-skipped'
  | 'test-changed'
  | 'ci-changed'
  | 'lock-file-changed'
  | 'protected-path'
  | 'link-outside'
  | 'submodule-changed'
  | 'lost-hunk'
  | 'secret'

/** Something about a change that whoever judges it must know. */
export type AuditFinding = {
  readonly rule: AuditRule
  readonly path: string
  /** `refused`: goes back to the agent. `needs-approval`: a person must agree. `extended`: the write-set has grown by this path. `reported`: only told. */
  readonly weight: 'refused' | 'needs-approval' | 'extended' | 'reported'
  /** One sentence that says what to do. */
  readonly message: string
}
