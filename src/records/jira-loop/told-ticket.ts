import type { Story, Told } from '../story.ts'
import { ownFactsOf } from '../story.ts'
import type { TicketFacts } from './ticket-facts.ts'

/** Every fact of a kind that this process tells itself, oldest first. */
export function ticketFacts<Kind extends keyof TicketFacts>(
  story: Story,
  kind: Kind,
): readonly Told<TicketFacts[Kind]>[] {
  return ownFactsOf<TicketFacts[Kind]>(story, kind)
}

export function isoTime(at: number): string {
  return new Date(at).toISOString()
}

export function minutesBetween(from: number, to: number): number {
  return Math.max(0, Math.round((to - from) / 60_000))
}
