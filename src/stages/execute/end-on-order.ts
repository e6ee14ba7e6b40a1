import type { Attempt, AttemptEnd } from './attempt.ts'

/** Ends an attempt whose task a person does not want any more; `null` when nobody has said so. */
export async function endOnOrder({ run, desk }: Attempt, at: string): Promise<AttemptEnd | null> {
  const by = await run.decide(`left-out-${at}`, () => desk.leftOutBy())
  return by === null ? null : { kind: 'given-up', problem: `Left out by ${by}.` }
}
