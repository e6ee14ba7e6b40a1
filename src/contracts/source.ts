/** How far a text may be relied on: what the team has agreed to, what can be checked, and what anybody may have written. */
export type Trust = 'trusted' | 'check' | 'untrusted'

/** A text that a role is given beside its request. */
export type Source = {
  readonly trust: Trust
  readonly title: string
  readonly text: string
}
