import type { Command } from 'commander'
import type { CommandAction } from './command-action.ts'
import type { TrustFlags } from './commands/trust.ts'
import { examples } from './examples.ts'

interface JsonFlag {
  readonly json: boolean
}

/** `tutti policy …`, `tutti roles`, `tutti trust` and `tutti allow`: how runs here would be played, without playing one. */
export function addSettingCommands(program: Command, act: CommandAction): void {
  const policy = program
    .command('policy')
    .description('every number and choice of how runs are played')
    .addHelpText('after', examples.policy)

  policy
    .command('show')
    .description('a complete policy, each value with where it comes from')
    .argument('[name|file]', 'a built-in policy or a policy file (default: what a run here would have)')
    .option('--json', 'for machines', false)
    .addHelpText('after', examples.policyShow)
    .action(
      act<[string | undefined, JsonFlag]>(async (...args) =>
        (await import('./commands/policy-show.ts')).policyShowCommand(...args),
      ),
    )

  policy
    .command('check')
    .description('everything that is wrong with a policy file, with line and column')
    .argument('<file>', 'a policy file')
    .option('--json', 'for machines', false)
    .addHelpText('after', examples.policyCheck)
    .action(
      act<[string, JsonFlag]>(async (...args) =>
        (await import('./commands/policy-check.ts')).policyCheckCommand(...args),
      ),
    )

  program
    .command('roles')
    .description('all roles, who takes each, and where its words come from')
    .option('--json', 'for machines', false)
    .addHelpText('after', examples.roles)
    .action(act<[JsonFlag]>(async (...args) => (await import('./commands/roles.ts')).rolesCommand(...args)))

  program
    .command('trust')
    .description('allow what this repository brings: tutti.yaml, .tutti, role files')
    .argument('[files...]', 'further files of it that are to be used, such as a playbook')
    .option('--show', 'only look at it', false)
    .option('--run <run>', 'a run whose journal came from elsewhere')
    .option('--revoke', 'forget that it was allowed', false)
    .option('--json', 'for machines', false)
    .addHelpText('after', examples.trust)
    .action(
      act<[readonly string[], TrustFlags]>(async (...args) =>
        (await import('./commands/trust.ts')).trustCommand(...args),
      ),
    )

  program
    .command('allow')
    .description('remember what this project needs beyond the sandbox')
    .argument('<what>', 'host, read or write; list shows what is allowed, remove takes it back')
    .argument('[values...]', 'hosts, files or folders; after remove also which of the three it is')
    .option('--json', 'for machines', false)
    .addHelpText('after', examples.allow)
    .action(
      act<[string, readonly string[], JsonFlag]>(async (...args) =>
        (await import('./commands/allow.ts')).allowCommand(...args),
      ),
    )
}
