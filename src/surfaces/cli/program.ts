import { resolve } from 'node:path'
import { Command } from 'commander'
import { TUTTI_VERSION } from '../../host/version.ts'
import { addAgentCommands } from './add-agent-commands.ts'
import { addOrderCommands } from './add-order-commands.ts'
import { addPlanCommands } from './add-plan-commands.ts'
import { collect } from './collect.ts'
import { addSettingCommands } from './add-setting-commands.ts'
import type { ConductOptions } from './conduct-in-terminal.ts'
import type { AnswerFlags } from './commands/answer.ts'
import type { CleanFlags } from './commands/clean.ts'
import type { DemoFlags } from './commands/demo.ts'
import type { InitFlags } from './commands/init.ts'
import type { RunFlags } from './commands/run.ts'
import type { ShowFlags } from './commands/show.ts'
import { complaint } from './complaint.ts'
import { examples } from './examples.ts'
import { refuseInsideCommand } from './refuse-inside.ts'
import type { Terminal } from './terminal.ts'

type JsonFlag = { readonly json: boolean }

/** The commands, their flags and their help. Each command's code is loaded only when it is used. */
export function buildProgram(terminal: Terminal, finish: (status: number) => void): Command {
  const program = new Command('tutti')
  const here = (): Terminal => {
    const { cwd } = program.opts<{ cwd?: string }>()
    return cwd === undefined ? terminal : { ...terminal, cwd: resolve(terminal.cwd, cwd) }
  }
  /** Wraps a command's action: loads it, runs it in the right folder, keeps its exit status. */
  const act =
    <Args extends readonly unknown[]>(run: (terminal: Terminal, ...args: Args) => Promise<number>) =>
    async (...args: [...Args, Command]): Promise<void> =>
      finish(await run(here(), ...(args.slice(0, -1) as unknown as Args)))

  program
    .description('A conductor for coding agents: give it an objective and a git repository.')
    .version(TUTTI_VERSION, '-V, --version', 'print the version')
    .option('-C, --cwd <folder>', 'work in this folder instead of the present one')
    .exitOverride()
    .configureOutput({
      writeErr: (text) => terminal.stderr.write(text),
      writeOut: (text) => terminal.stdout.write(text),
    })
    .showSuggestionAfterError()
    .hook('preAction', (_program, action) => refuseInsideCommand(here(), action))
    .addHelpText('after', examples.program)

  program
    .command('demo')
    .description(
      'see a whole job done on a small project made for it, by scripted agents, in less than a minute',
    )
    .option('--yes', 'take what is recommended and approve the plan, without being asked', false)
    .option('--folder <folder>', 'make the project here instead of in a temporary folder')
    .addHelpText('after', examples.demo)
    .action(act<[DemoFlags]>(async (...args) => (await import('./commands/demo.ts')).demoCommand(...args)))

  conductFlags(
    program
      .command('run')
      .description(
        'start a run: clarify, plan, challenge, approve, build in parallel, prove, review, deliver a branch',
      )
      .argument(
        '[objective]',
        'what is to be done, in your own words; with --plan or --from, what to change in it',
      )
      .option(
        '--agent <name|command>',
        'agent for whatever tutti.yaml gives no other: a name from tutti.yaml, a known one, or an ACP command line',
      )
      .option('--model <name>', 'the model that the agent must run')
      .option(
        '--fallback <name|command>',
        'agent that takes over when the first cannot be used; may be repeated',
        collect('--fallback needs an agent'),
      )
      .option('--plan <file>', 'begin with this plan instead of a planner')
      .option('--from <path>', 'go on with the files of a process, a file or a folder of them')
      .option(
        '--playbook <name|file>',
        'the process to follow: standard, gem-team, jira-loop, controlflow, team-coordinate, or a file of your own',
      )
      .option('--in-place', "write the process's files into this checkout too, as they grow", false)
      .option(
        '--verify <command>',
        'a command that proves the work; may be repeated',
        collect('--verify needs a command'),
      )
      .option('--prepare <command>', 'makes a workspace ready (default: the install of the lock file)')
      .option('--no-prepare', 'workspaces need no preparation')
      .option('--fresh-home', "a fresh home for the run's agents instead of yours")
      .option(
        '--isolation <level>',
        'how far agents and commands are kept apart: sandbox, namespaces or none',
      )
      .option('--policy <name|file>', 'how it is played: a built-in policy or a policy file')
      .option('--tier <tier>', 'how deep: auto, trivial, small, medium or large')
      .option('--branch <pattern>', 'branch to deliver, with {run} for the name of the run')
      .option('--parallel <n>', 'agents at work at once')
      .option('--attempts <n>', 'attempts at a task before you are asked')
      .option('--turns <n>', 'cap on agent turns')
      .option('--tokens <n>', 'cap on tokens')
      .option('--usd <n>', 'cap on money')
      .option('--time <duration>', 'cap on time at work, such as 90m')
      .option(
        '--allow-unmetered',
        'take a cap on tokens or money although an agent does not tell what it spends',
        false,
      )
      .option('--name <name>', 'name of the run (default: from the objective)'),
  )
    .addHelpText('after', examples.run)
    .action(
      act<[string | undefined, RunFlags]>(async (...args) =>
        (await import('./commands/run.ts')).runCommand(...args),
      ),
    )

  conductFlags(
    program
      .command('resume')
      .description('go on with a run that was interrupted, paused or stopped')
      .argument('[run]', RUN),
  )
    .option('--take-over', 'take the run from a holder on another machine or container that is gone', false)
    .addHelpText('after', examples.resume)
    .action(
      act<[string | undefined, ConductOptions]>(async (...args) =>
        (await import('./commands/resume.ts')).resumeCommand(...args),
      ),
    )

  jsonFlag(program.command('status').description('where a run stands').argument('[run]', RUN))
    .addHelpText('after', examples.status)
    .action(
      act<[string | undefined, JsonFlag]>(async (...args) =>
        (await import('./commands/status.ts')).statusCommand(...args),
      ),
    )

  jsonFlag(program.command('list').alias('ls').description('all runs of this repository'))
    .addHelpText('after', examples.list)
    .action(act<[JsonFlag]>(async (...args) => (await import('./commands/list.ts')).listCommand(...args)))

  jsonFlag(
    program
      .command('show')
      .description('the story of a run, its verdicts and their evidence')
      .argument('[run]', RUN),
  )
    .option('--events', 'the journal as it is, one JSON object a line', false)
    .option('--files', 'the folder of the files that the run writes, and what is in it', false)
    .addHelpText('after', examples.show)
    .action(
      act<[string | undefined, ShowFlags]>(async (...args) =>
        (await import('./commands/show.ts')).showCommand(...args),
      ),
    )

  jsonFlag(
    program
      .command('report')
      .description('what a run was asked, decided, built, proved, spent and left open')
      .argument('[run]', RUN),
  )
    .addHelpText('after', examples.report)
    .action(
      act<[string | undefined, JsonFlag]>(async (...args) =>
        (await import('./commands/report.ts')).reportCommand(...args),
      ),
    )

  addPlanCommands(program, act)
  addSettingCommands(program, act)
  addAgentCommands(program, act)

  jsonFlag(
    program.command('watch').description('follow a run that another process plays').argument('[run]', RUN),
  )
    .addHelpText('after', examples.watch)
    .action(
      act<[string | undefined, JsonFlag]>(async (...args) =>
        (await import('./commands/watch.ts')).watchCommand(...args),
      ),
    )

  jsonFlag(
    program
      .command('answer')
      .description('answer a question of a run')
      .argument('<run>', RUN)
      .argument('<answer>', 'an option, or your own words'),
  )
    .option('--question <id>', 'which question, when several are open')
    .addHelpText('after', examples.answer)
    .action(
      act<[string, string, AnswerFlags]>(async (at, run, typed, flags) =>
        (await import('./commands/answer.ts')).answerCommand(at, run, typed, flags),
      ),
    )

  jsonFlag(program.command('approve').description('approve what a run waits for').argument('[run]', RUN))
    .addHelpText('after', examples.approve)
    .action(
      act<[string | undefined, AnswerFlags]>(async (at, run, flags) =>
        (await import('./commands/answer.ts')).answerCommand(at, run, 'approve', flags, 'approval'),
      ),
    )

  jsonFlag(
    program.command('reject').description('reject what a run waits for, and end it').argument('[run]', RUN),
  )
    .addHelpText('after', examples.reject)
    .action(
      act<[string | undefined, AnswerFlags]>(async (at, run, flags) =>
        (await import('./commands/answer.ts')).answerCommand(at, run, 'reject', flags, 'approval'),
      ),
    )

  addOrderCommands(program, act)

  jsonFlag(
    program.command('cancel').description('end a run for good and clean up after it').argument('[run]', RUN),
  )
    .addHelpText('after', examples.cancel)
    .action(
      act<[string | undefined, JsonFlag]>(async (...args) =>
        (await import('./commands/cancel.ts')).cancelCommand(...args),
      ),
    )

  jsonFlag(
    program
      .command('clean')
      .description('remove what ended runs keep: worktrees, refs, journals')
      .argument('[runs...]', 'only these runs'),
  )
    .option('--dry-run', 'only say what would be removed', false)
    .option('--yes', 'do not ask', false)
    .option('--force', 'also runs that could still be resumed; they must be named', false)
    .addHelpText('after', examples.clean)
    .action(
      act<[readonly string[], CleanFlags]>(async (...args) =>
        (await import('./commands/clean.ts')).cleanCommand(...args),
      ),
    )

  jsonFlag(
    program
      .command('doctor')
      .description('check this machine and repository, and show where each setting comes from'),
  )
    .addHelpText('after', examples.doctor)
    .action(act<[JsonFlag]>(async (...args) => (await import('./commands/doctor.ts')).doctorCommand(...args)))

  program
    .command('init')
    .description('write a tutti.yaml for this repository, or a first playbook of your own')
    .option('--playbook', 'write .tutti/playbooks/example.ts instead', false)
    .option('--force', 'replace the one that is there', false)
    .addHelpText('after', examples.init)
    .action(act<[InitFlags]>(async (...args) => (await import('./commands/init.ts')).initCommand(...args)))

  sayHowItIsUsed(program, 'tutti', terminal)
  return program
}

/** What is wrong with a command's arguments is said with the help of that command. */
function sayHowItIsUsed(command: Command, name: string, terminal: Terminal): void {
  command.configureOutput({
    ...command.configureOutput(),
    outputError: (text) => terminal.err(complaint(usageProblem(text, name), terminal.paint)),
  })
  for (const each of command.commands) sayHowItIsUsed(each, `${name} ${each.name()}`, terminal)
}

/** commander's words as one sentence in ours. */
function usageProblem(text: string, name: string): string {
  const [problem = '', ...more] = text
    .replace(/^error: /, '')
    .trim()
    .split('\n')
  const quotes = problem.startsWith('too many arguments') ? ['Put words that belong together in quotes.'] : []
  const hints = [...more.map((line) => line.replace(/^\((.*)\)$/, '$1')), ...quotes]
  return [`${problem.replace(/\.$/, '')}.`, ...hints, `See: ${name} --help`].join(' ')
}

const RUN = 'its name or the beginning of it (default: the newest)'

function jsonFlag(command: Command): Command {
  return command.option('--json', 'for machines', false)
}

function conductFlags(command: Command): Command {
  return jsonFlag(command)
    .option('--yes', 'approve plans without being asked', false)
    .option('--no-wait', 'end with status 4 instead of waiting for a person')
}
