import type { Terminal } from '../terminal.ts'
import { demoObjective } from '../../../host/demo/demo-project.ts'
import { makeDemo } from '../../../host/demo/make-demo.ts'
import { allowWritten } from '../../../host/trust.ts'
import { runCommand } from './run.ts'

const demoRun = 'demo'

export interface DemoFlags {
  readonly yes: boolean
  readonly folder?: string
}

/** A whole job, for real, on a project made for it: only the agents are scripted. */
export async function demoCommand(terminal: Terminal, flags: DemoFlags): Promise<number> {
  const { paint, self } = terminal
  const { repository, log } = await makeDemo(flags.folder, terminal.cwd)
  await allowWritten(repository, terminal.environment, 'tutti.yaml')
  terminal.err(
    `A small library in ${repository}\nReal git, real tests; the agents follow a script, whatever you answer. Nothing leaves this machine.`,
  )
  const yes = flags.yes || !terminal.isInteractive
  if (yes && !flags.yes) {
    terminal.err(
      'There is no terminal to ask at: what is recommended is taken, and the plan is approved for you.',
    )
  }
  const there = { ...terminal, cwd: repository }
  const status = await runCommand(there, demoObjective, {
    yes,
    wait: true,
    json: false,
    name: demoRun,
    inPlace: false,
  })
  if (status !== 0) return status
  terminal.err('')
  terminal.err(paint('bold', 'Look around'))
  terminal.err(`  cd ${repository}`)
  const look = (command: string, why: string): void => terminal.err(`  ${command}  ${paint('dim', why)}`)
  look(`${self} report`, 'what was asked, decided, built, proven, reviewed and learnt')
  look(`${self} show`, 'the whole story, with the evidence of every verdict')
  look(`git log --stat main..tutti/${demoRun}`, 'proven commits, each with the names of its tasks')
  look(`git show tutti/${demoRun}:docs/PRD.yaml`, 'the requirements; what was learnt is in docs/ and .tutti/')
  look(`cat ${log}`, 'what the agents logged themselves')
  terminal.err(paint('bold', 'On your own repository'))
  terminal.err(`  ${self} doctor && ${self} init`)
  terminal.err(`  ${self} run "what is to be done"`)
  return status
}
