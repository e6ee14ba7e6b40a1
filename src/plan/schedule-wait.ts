/** Why a task that is not over does not start now. */
export type WaitReason =
  | { readonly kind: 'dependencies'; readonly on: readonly string[] }
  /** Something in an earlier wave is not over. */
  | { readonly kind: 'wave' }
  /** It must not run beside this one. */
  | { readonly kind: 'lock'; readonly holder: string }
  | { readonly kind: 'parked'; readonly agent: string; readonly until: number }
  /** As many as may be are at work: in all, of its role, or of its agent program. */
  | { readonly kind: 'cap'; readonly of: 'all' | 'role' | 'agent' }
