export type AuditRule =
  | 'outside-write-set'
  | 'gate-definition'
  | 'test-deleted'
  | 'test-skipped'
  | 'test-changed'
  | 'mode-changed'
  | 'suppression'
  | 'early-exit'
  | 'shadow'
  | 'patch'
  | 'no-behaviour'
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
  /** Tells two things of one rule in one file apart, where they are accepted one by one. */
  readonly id?: string
  /** `refused`: goes back to the agent. `needs-approval`: a person must agree. `extended`: the write-set has grown by this path. `reported`: only told. */
  readonly weight: 'refused' | 'needs-approval' | 'extended' | 'reported'
  /** For the agent: one sentence that says what to do. */
  readonly message: string
  /** For a person: what the task did, to be read after its name. */
  readonly told: string
}
