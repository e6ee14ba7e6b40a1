import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { HarnessAnswer, HarnessRequest } from './harness.ts'

export type HarnessEnd = HarnessAnswer | { readonly killedBy: NodeJS.Signals | null }

/** A process that conducts what it is asked to, until that is cut; the next request gets a new process. */
export class HarnessProcess {
  readonly #program: string
  #open: OpenHarness | null = null

  /** The compiled harness. */
  constructor(program: string) {
    this.#program = program
  }

  async conduct(request: HarnessRequest): Promise<HarnessEnd> {
    this.#open ??= openHarness(this.#program)
    const { child, lines, exited } = this.#open
    child.stdin?.write(`${JSON.stringify(request)}\n`)
    const line = await lines.next()
    if (line.done !== true) return JSON.parse(line.value) as HarnessAnswer
    this.#open = null
    return { killedBy: await exited }
  }

  async close(): Promise<void> {
    this.#open?.child.stdin?.end()
    await this.#open?.exited
  }
}

interface OpenHarness {
  readonly child: ChildProcess
  readonly lines: AsyncIterator<string>
  readonly exited: Promise<NodeJS.Signals | null>
}

function openHarness(program: string): OpenHarness {
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] })
  if (child.stdout === null) throw new Error('The harness has no output.')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const exited = new Promise<NodeJS.Signals | null>((resolve) => {
    child.once('exit', (_code, signal) => resolve(signal))
  })
  return { child, lines, exited }
}
