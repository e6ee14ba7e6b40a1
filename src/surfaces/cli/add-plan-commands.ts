import type { Command } from 'commander'
import { Option } from 'commander'
import type { CommandAction } from './command-action.ts'
import type { PlanShowFlags } from './commands/plan-show.ts'
import type { SimulateFlags } from './commands/simulate.ts'
import { examples } from './examples.ts'

/** `tutti plan …` and `tutti simulate`: plans as files and of runs, without playing them. */
export function addPlanCommands(program: Command, act: CommandAction): void {
  const plan = program
    .command('plan')
    .description('look at a plan without playing it')
    .addHelpText('after', examples.plan)

  plan
    .command('lint')
    .description('everything that is wrong with a written plan, with line and column')
    .argument('<file>', 'YAML or JSON; - for standard input')
    .option('--json', 'for machines', false)
    .addHelpText('after', examples.planLint)
    .action(
      act<[string, { readonly json: boolean }]>(async (...args) =>
        (await import('./commands/plan-lint.ts')).planLintCommand(...args),
      ),
    )

  plan
    .command('show')
    .description('draw waves, dependencies and critical path of a plan')
    .argument('[file|run]', 'a file, - for standard input, or a run (default: the newest)')
    .option('--workers <n>', 'how many are at work at once (default: 4)')
    .option('--json', 'for machines', false)
    .addHelpText('after', examples.planShow)
    .action(
      act<[string | undefined, PlanShowFlags]>(async (...args) =>
        (await import('./commands/plan-show.ts')).planShowCommand(...args),
      ),
    )

  program
    .command('simulate')
    .description('play a plan on a virtual clock: makespan, utilisation, cost, and a timeline')
    .argument('[file|run]', 'a file, - for standard input, or a run (default: the newest)')
    .option('--workers <n>', 'how many are at work at once (default: 4)')
    .addOption(new Option('--order <order>', 'when tasks start (default: ready)').choices(['ready', 'waves']))
    .addOption(
      new Option('--durations <kind>', 'how wrong estimates are (default: log-normal)').choices([
        'log-normal',
        'pareto',
      ]),
    )
    .option('--failure-rate <share>', 'how many attempts fail, from 0 to 1 (default: 0.1)')
    .option('--runs <n>', 'how often it is played (default: 1000)')
    .option('--seed <n>', 'the same seed gives the same result (default: 1)')
    .option('--svg <file>', 'write the timeline of the run in the middle')
    .option('--json', 'for machines', false)
    .addHelpText('after', examples.simulate)
    .action(
      act<[string | undefined, SimulateFlags]>(async (...args) =>
        (await import('./commands/simulate.ts')).simulateCommand(...args),
      ),
    )
}
