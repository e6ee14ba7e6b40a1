/** What a planner has to go by where the whole process is played. */
export interface PlanBackground {
  readonly clarifications: readonly { readonly question: string; readonly answer: string }[]
  /** What the specification demands; every one is to be covered by a task. */
  readonly criteria: readonly {
    readonly id: string
    readonly criterion: string
    readonly verification: string
  }[]
  /** Tools that the request says must be used, in its own words. */
  readonly mandates: readonly { readonly tool: string; readonly words: string }[]
  readonly tier: string
  readonly executors: readonly { readonly name: string; readonly duty: string }[]
  /** What this one of several plans is to weigh most. */
  readonly weigh: string | null
}

/** Paragraphs about the background; those that have nothing to say are left out. */
export function backgroundWords(background: PlanBackground): readonly string[] {
  const { clarifications, criteria, mandates, tier, executors, weigh } = background
  return [
    ...section(
      'What a person has said about it',
      clarifications.map(({ question, answer }) => `${question} — ${answer}`),
    ),
    ...section(
      'What must be true in the end',
      criteria.map(({ id, criterion, verification }) =>
        verification === '' ? `${id}: ${criterion}` : `${id}: ${criterion} (seen by: ${verification})`,
      ),
    ),
    ...section(
      'What must be used, in the words of the request',
      mandates.map(({ tool, words }) => `${tool}: "${words}"`),
    ),
    `## How large the job was thought to be\n${tier}`,
    ...section(
      'Who can be given a task',
      executors.map(({ name, duty }) => `${name}: ${duty}`),
    ),
    ...(weigh === null ? [] : [`## What your plan weighs most\n${weigh}`]),
  ]
}

/** What a whole plan is asked for beyond a short one. */
export const wholeWords =
  'Name in `covers` which criteria each task makes true; every criterion needs a task. Mark what somebody should allow first in `grave`. Go through every kind of danger in `risks`: does it apply, how bad would it be, and what does the plan do about it. What only a person can settle goes into `openQuestions`, with what you recommend. Say in `confidence` how sure you are that the plan works as it stands.'

function section(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`## ${heading}\n${lines.map((line) => `- ${line}`).join('\n')}`]
}
