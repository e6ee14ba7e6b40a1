/** One line of what an agent or a command is doing. Chatter, not fact: it may be lost. */
export interface Activity {
  readonly step: string
  readonly kind: 'message' | 'thought' | 'tool' | 'plan' | 'permission' | 'nudge' | 'output'
  readonly text: string
}

export type ActivityLog = (activity: Activity) => void
