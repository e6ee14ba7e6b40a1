import type { Capability } from './capability.ts'

/** How a capability works: what goes into its tasks and into its role's specification. */
export interface CapabilityWork {
  readonly responsibility: string
  readonly steps: readonly [string, string, string]
  readonly success: string
  readonly must: readonly string[]
  /** What it is for, never which tool it takes. */
  readonly goal: string
  readonly errors: readonly (readonly [scenario: string, resolution: string])[]
}

export const capabilityWork: Readonly<Record<Capability, CapabilityWork>> = {
  researcher: {
    responsibility: 'Find out what the others need to know, and say where it is to be seen',
    steps: ['Set the bounds of what has to be found out', 'Look into it', 'Write down what was found'],
    success: 'Every question of the task has an answer that names its source',
    must: [
      'Name the source of every finding',
      'Tell facts from guesses',
      'Look into the exploration cache first',
    ],
    goal: 'Answer the questions of the task as far as they can be answered, and say what stays open.',
    errors: [['A source cannot be reached', 'Take another one and name the one that failed']],
  },
  planner: {
    responsibility: 'Divide the work and order it so that others can begin',
    steps: ['Gather what is wanted and what limits it', 'Divide and order the work', 'Write the plan down'],
    success: 'Every step of the plan has an outcome that can be checked, and nothing waits for itself',
    must: ['Give every step an outcome', 'Name what each step waits for', 'Name the risks'],
    goal: 'Make a plan that those who come after can follow without asking.',
    errors: [['What is wanted contradicts itself', 'Plan for what is certain and report the contradiction']],
  },
  designer: {
    responsibility: 'Decide how it is going to be built, before it is built',
    steps: [
      'Read what was found and planned',
      'Decide on the structure',
      'Write down each decision with its reason',
    ],
    success: 'Whoever builds it has no decision about structure left to take',
    must: ['Give a reason for every decision', 'Name what was decided against', 'Build on what is there'],
    goal: 'Settle the structure, the interfaces and the data that the task is about.',
    errors: [['Two designs are equally good', 'Take the simpler one and record the other']],
  },
  writer: {
    responsibility: 'Write for the reader whom the task names',
    steps: ['Read what the text has to be true to', 'Write', 'Compare every statement with its source'],
    success: 'The text is complete, and every statement in it has been compared with its source',
    must: [
      'Write for the reader of the task',
      'Leave out what cannot be checked',
      'Keep to the words that are used already',
    ],
    goal: 'Produce or change the text that the task asks for.',
    errors: [['A source is missing', 'Write the rest and mark the gap']],
  },
  developer: {
    responsibility: 'Build what the task asks for, so that it works',
    steps: ['Read the design and the code it touches', 'Make the change', 'Run what shows that it works'],
    success: 'It does what the task asks for, and everything that worked still works',
    must: [
      'Keep to the design that was decided',
      'Keep the change to what the task needs',
      'Run the checks of the project',
    ],
    goal: 'Change the project so that the goal of the task is met.',
    errors: [['A check of the project fails', 'Find the cause and repair it; never weaken the check']],
  },
  analyst: {
    responsibility: 'Judge what there is, by evidence',
    steps: [
      'Settle what is looked at and by which measure',
      'Look from every side that matters',
      'Write down findings by severity',
    ],
    success: 'Every finding has a severity and evidence that others can look at',
    must: [
      'Give every finding a severity: Error, Warning or Info',
      'Give the place of every finding',
      'Change nothing that is judged',
    ],
    goal: 'Find what is wrong, risky or missing in what the task names.',
    errors: [['There is nothing to judge yet', 'Report it and name the task that should have made it']],
  },
  tester: {
    responsibility: 'Show whether it works, and where it does not',
    steps: [
      'Find out what changed and how it is tested here',
      'Write and run the tests',
      'Report what passed and what did not',
    ],
    success: 'Every criterion has a test that was run, and its result is reported as it was',
    must: [
      'Report a test that fails as failed',
      'Test what was asked for, not what was built',
      'Say what is not covered',
    ],
    goal: 'Show for each criterion of the task whether it holds.',
    errors: [['A test passes only sometimes', 'Report it as unsteady with both results']],
  },
  general: {
    responsibility: 'Do what the task asks for',
    steps: ['Find out what the task needs', 'Do it', 'See that it is done'],
    success: 'What the task asks for is there and was looked at',
    must: ['Keep to what the task asks for', 'Say what was assumed', 'Run the checks of the project'],
    goal: 'Meet the goal of the task.',
    errors: [['The task can be understood in two ways', 'Take the smaller one and report the other']],
  },
}
