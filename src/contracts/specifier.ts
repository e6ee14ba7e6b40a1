import type { Prd } from '../plan/prd.ts'
import type { PrdChanges } from '../plan/prd-changes.ts'
import { prdChanges, unknownIds } from '../plan/prd-changes.ts'
import type { Contract } from './contract.ts'

export interface SpecifyRequest {
  readonly objective: string
  readonly criteria: readonly string[]
  readonly clarifications: readonly { readonly question: string; readonly answer: string }[]
  /** As it stands; `null` when there is none yet. */
  readonly prd: Prd | null
}

/** Says what the requirements gain by a request; the program keeps the document, its ids and its version. */
export function specifierContract({
  prd,
}: Pick<SpecifyRequest, 'prd'>): Contract<SpecifyRequest, PrdChanges> {
  return {
    role: 'interpreter',
    version: 1,
    access: 'read',
    may: { exec: false, network: false },
    reply: prdChanges,
    judge: (reply) => {
      const unknown = unknownIds(prd, reply)
      if (unknown.length > 0)
        return `The document has no ${unknown.join(', ')}. Leave the id out for something new; it is given one.`
      return prd === null && reply.acceptance_criteria.length === 0
        ? 'A specification needs something in `acceptance_criteria`.'
        : null
    },
    prompt,
  }
}

function prompt({ objective, criteria, clarifications, prd }: SpecifyRequest): string {
  const answers = clarifications.map(({ question, answer }) => `- ${question}\n  ${answer}`).join('\n')
  return [
    'You write down what is required, so that anybody can later tell whether it was built. You read; you change nothing: what you reply is put into the document for you.',
    `## What is asked for\n${objective}`,
    ...(criteria.length === 0
      ? []
      : [`## Known to be wanted\n${criteria.map((each) => `- ${each}`).join('\n')}`]),
    ...(answers === '' ? [] : [`## What the person has decided\n${answers}`]),
    prd === null
      ? '## The document\nThere is none yet.'
      : `## The document as it stands\n~~~~json\n${JSON.stringify(prd)}\n~~~~`,
    'Give only what this request adds or changes. Each acceptance criterion is one thing that can be seen to hold, with the way to see it: a command, a test, a look. Say what is out of scope where somebody could expect it. Put under `needs_clarification` what is still open and would change what is built. What the person has decided for later work too is already kept as a decision: do not repeat it. Say what is required, not how it will be built.',
  ].join('\n\n')
}
