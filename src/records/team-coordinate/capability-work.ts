import type { Capability } from './capability.ts'

/** How a capability works: what goes into its tasks and into its role's specification. */
export interface CapabilityWork {
  readonly responsibility: string
  readonly steps: readonly string[]
  readonly success: string
  readonly must: readonly string[]
}

/** What it is for, its three steps, when it is done, and what it must. */
export const capabilityWork: Readonly<Record<Capability, CapabilityWork>> = {
  researcher: work(
    'Find out what the others need to know, and say where it is to be seen',
    'Set the bounds of what has to be found out; Look into it; Write down what was found',
    'Every question of the task has an answer that names its source',
    'Name the source of every finding; Tell facts from guesses; Look into the exploration cache first',
  ),
  planner: work(
    'Divide the work and order it so that others can begin',
    'Gather what is wanted and what limits it; Divide and order the work; Write the plan down',
    'Every step of the plan has an outcome that can be checked, and nothing waits for itself',
    'Give every step an outcome; Name what each step waits for; Name the risks',
  ),
  designer: work(
    'Decide how it is going to be built, before it is built',
    'Read what was found and planned; Decide on the structure; Write down each decision with its reason',
    'Whoever builds it has no decision about structure left to take',
    'Give a reason for every decision; Name what was decided against; Build on what is there',
  ),
  writer: work(
    'Write for the reader whom the task names',
    'Read what the text has to be true to; Write; Compare every statement with its source',
    'The text is complete, and every statement in it has been compared with its source',
    'Write for the reader of the task; Leave out what cannot be checked; Mark every gap',
  ),
  developer: work(
    'Change the project so that the goal of the task is met, and so that it works',
    'Read the design and the code it touches; Make the change; Run what shows that it works',
    'It does what the task asks for, and everything that worked still works',
    'Keep to the design that was decided; Keep the change to what the task needs; Run the checks of the project, and never weaken them',
  ),
  analyst: work(
    'Find what is wrong, risky or missing, by evidence',
    'Settle what is looked at and by which measure; Look from every side that matters; Write down findings by severity',
    'Every finding has a severity and evidence that others can look at',
    'Give every finding a severity: Error, Warning or Info; Give the place of every finding; Change nothing that is judged',
  ),
  tester: work(
    'Show whether it works, and where it does not',
    'Find out what changed and how it is tested here; Write and run the tests; Report what passed and what did not',
    'Every criterion has a test that was run, and its result is reported as it was',
    'Report a test that fails as failed, and one that passes only sometimes as unsteady; Test what was asked for, not what was built; Say what is not covered',
  ),
  general: work(
    'Do what the task asks for',
    'Find out what the task needs; Do it; See that it is done',
    'What the task asks for is there and was looked at',
    'Keep to what the task asks for; Say what was assumed; Run the checks of the project',
  ),
}

function work(responsibility: string, steps: string, success: string, must: string): CapabilityWork {
  return { responsibility, steps: steps.split('; '), success, must: must.split('; ') }
}
