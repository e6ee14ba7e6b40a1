import type { Command } from 'commander'
import type { CommandAction } from './command-action.ts'
import type { AgentsTestFlags } from './commands/agents-test.ts'
import type { ModelFlags } from './commands/model.ts'
import { examples } from './examples.ts'

interface JsonFlag {
  readonly json: boolean
}

/** `tutti agents`, `tutti agents test` and `tutti model`: which agents are here, and how they are tried. */
export function addAgentCommands(program: Command, act: CommandAction): void {
  const agents = program
    .command('agents')
    .description('the coding agents that are known or set up: installed, logged in, and what they can do')
    .argument('[name]', 'only this one')
    .option('--json', 'for machines', false)
    .addHelpText('after', examples.agents)
    .action(
      act<[string | undefined, JsonFlag]>(async (...args) =>
        (await import('./commands/agents.ts')).agentsCommand(...args),
      ),
    )

  agents
    .command('test')
    .description('try an agent for real in a scratch repository, check by check')
    .argument('<agent...>', 'a name from tutti.yaml, a known one, or a command that speaks ACP')
    .option('--scripted', 'with a scripted model on this machine: no login, no cost, no network', false)
    .option('--fresh-home', 'in a fresh home instead of yours', false)
    .option('--model <model>', 'the model that it must run')
    .option('--keep', 'keep the scratch repository', false)
    .option('--json', 'for machines', false)
    .addHelpText('after', examples.agentsTest)
    .action(
      act<[readonly string[], AgentsTestFlags]>(async (at, words, flags) => {
        // The flag is one of `agents` too, which takes it first.
        const json = flags.json || agents.opts<JsonFlag>().json
        return (await import('./commands/agents-test.ts')).agentsTestCommand(at, words, { ...flags, json })
      }),
    )

  program
    .command('model')
    .description('play a written scenario as a model on this machine, to try agents and playbooks at no cost')
    .argument('<scenario>', 'a file of JSON that says what the model does')
    .option('--port <n>', 'listen here (default: any free port)')
    .option('--for <agent>', 'print the shell lines that point this agent at it, such as codex')
    .option('--json', 'for machines', false)
    .addHelpText('after', examples.model)
    .action(
      act<[string, ModelFlags]>(async (...args) =>
        (await import('./commands/model.ts')).modelCommand(...args),
      ),
    )
}
