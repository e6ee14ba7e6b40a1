import type { Command } from 'commander'
import type { CommandAction } from './command-action.ts'
import type { TeamOrderFlags } from './commands/order-team.ts'
import { examples } from './examples.ts'

const RUN = 'its name or the beginning of it (default: the newest)'

interface JsonFlag {
  readonly json: boolean
}

/** `tutti pause | retry | skip | budget`: what a person tells a run without being asked. */
export function addOrderCommands(program: Command, act: CommandAction): void {
  program
    .command('pause')
    .description('have the process that plays a run set it aside; resume goes on')
    .argument('[run]', RUN)
    .option('--json', 'for machines', false)
    .addHelpText('after', examples.pause)
    .action(
      act<[string | undefined, JsonFlag]>(async (...args) =>
        (await import('./commands/pause.ts')).pauseCommand(...args),
      ),
    )

  for (const [what, description] of [
    ['retry', 'take a task up again that was given up, or that asks what now'],
    ['skip', 'go on without a task, and without what depends on it'],
  ] as const) {
    program
      .command(what)
      .description(description)
      .argument('<task>', 'its id in the plan')
      .argument('[run]', RUN)
      .option('--json', 'for machines', false)
      .addHelpText('after', examples[what])
      .action(
        act<[string, string | undefined, JsonFlag]>(async (at, ...args) =>
          (await import('./commands/order-task.ts')).orderTaskCommand(at, what, ...args),
        ),
      )
  }

  for (const [what, description, usage] of [
    ['revise', 'have a team do a task once more, and what builds on it', '<words...>'],
    ['feedback', 'tell a team what is to be different', '<words...>'],
    ['improve', 'have a team improve its weakest dimension, or the one named', '[words...]'],
  ] as const) {
    program
      .command(what)
      .description(description)
      .argument(usage, what === 'revise' ? 'the task, and what is to be different' : 'what')
      .option('--run <run>', RUN)
      .option('--json', 'for machines', false)
      .addHelpText('after', examples[what])
      .action(
        act<[string[], TeamOrderFlags]>(async (at, ...args) =>
          (await import('./commands/order-team.ts')).orderTeamCommand(at, what, ...args),
        ),
      )
  }

  const budget = program.command('budget').description('caps of a run').addHelpText('after', examples.budget)
  budget
    .command('add')
    .description('give a run more of a cap that it has')
    .argument('<what>', 'turns, tokens, usd or time')
    .argument('<amount>', 'how much more: a number, or a duration such as 30m')
    .argument('[run]', RUN)
    .option('--json', 'for machines', false)
    .addHelpText('after', examples.budget)
    .action(
      act<[string, string, string | undefined, JsonFlag]>(async (...args) =>
        (await import('./commands/budget.ts')).budgetAddCommand(...args),
      ),
    )
}
