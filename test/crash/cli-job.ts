import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { scriptedAgentCommand } from '../../src/adapters/agents/scripted/scripted-agent-command.ts'
import { stringify } from 'yaml'
import { jobScript, objective, runName } from './job.ts'
import type { Place } from './place.ts'
import { placeAt } from './place.ts'

export interface CliJobOptions {
  readonly template: string
  readonly root: string
  /** The folder of the built package. */
  readonly dist: string
  readonly pauseMs: number
  /** Whether an agent's session can be taken up again after a crash. */
  readonly resumable: boolean
}

/** A job that the real command line plays, with the scripted agent as a program of its own. */
export class CliJob {
  readonly place: Place
  /** Where every process of the command line traces its effects. */
  readonly trace: string
  readonly #program: string
  #begun = false

  private constructor(place: Place, dist: string) {
    this.place = place
    this.trace = join(place.root, 'trace')
    this.#program = join(dist, 'main.js')
  }

  /** Copies the template and puts the agent into the user's own settings, so that the repository stays the same. */
  static async prepare({ template, root, dist, pauseMs, resumable }: CliJobOptions): Promise<CliJob> {
    const place = placeAt(root)
    await cp(template, root, { recursive: true })
    const script = join(root, 'script.json')
    const command = scriptedAgentCommand({
      script,
      log: place.agentsLog,
      program: join(dist, 'adapters/agents/scripted/program.js'),
      ...(resumable ? { sessions: join(place.meeting, 'sessions') } : {}),
    })
    const settings = join(place.environment['HOME'] ?? '', '.config', 'tutti')
    await mkdir(settings, { recursive: true })
    await writeFile(script, JSON.stringify(jobScript('fan', pauseMs)))
    const agents = { scripted: { command } }
    const sandbox = { writable: [place.meeting] }
    await writeFile(join(settings, 'tutti.yaml'), stringify({ agent: 'scripted', agents, sandbox }))
    const job = new CliJob(place, dist)
    await writeFile(job.trace, '')
    return job
  }

  /** Starts the run, or goes on with it once its journal was begun; what it prints goes to a file. */
  play(flags: readonly string[]): ChildProcess {
    const words = this.#begun ? ['resume', runName] : ['run', objective, '--name', runName]
    return this.start([...words, ...flags])
  }

  /** To be told when the journal holds the start of the run. */
  noteBegun(): void {
    this.#begun = true
  }

  start(args: readonly string[]): ChildProcess {
    const output = openSync(join(this.place.root, 'output'), 'a')
    try {
      return spawn(process.execPath, [this.#program, ...args], {
        cwd: this.place.repository,
        env: { ...this.place.environment, TUTTI_TRACE: this.trace },
        stdio: ['ignore', output, output],
      })
    } finally {
      closeSync(output)
    }
  }
}

/** How a process ended. */
export async function exitOf(child: ChildProcess): Promise<number | NodeJS.Signals | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode ?? child.signalCode
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  return code ?? signal
}
