/** What a person said about something the request left open. */
export type Clarification = {
  readonly question: string
  readonly answer: string
  /** `architectural` holds for later work too and is written down for it. */
  readonly scope: 'architectural' | 'task'
}
