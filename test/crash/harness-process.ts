import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { HarnessAnswer, HarnessRequest } from './harness.ts'

export type HarnessEnd = HarnessAnswer | { readonly killedBy: NodeJS.Signals | null }

/** A process that conducts one job after the other, until one of them is cut; the next one gets a new process. */
export class HarnessProcess {
  readonly #program: string
  #child: ChildProcess | null = null
  #lines: AsyncIterator<string> | null = null

  /** The compiled harness. */
  constructor(program: string) {
    this.#program = program
  }

  async conduct(request: HarnessRequest): Promise<HarnessEnd> {
    const { child, lines } = this.#open()
    const exited = once(child, 'exit')
    child.stdin?.write(`${JSON.stringify(request)}\n`)
    const line = await lines.next()
    if (line.done !== true) return JSON.parse(line.value) as HarnessAnswer
    this.#child = null
    const [, signal] = (await exited) as [number | null, NodeJS.Signals | null]
    return { killedBy: signal }
  }

  async close(): Promise<void> {
    const child = this.#child
    if (child === null) return
    const exited = once(child, 'exit')
    child.stdin?.end()
    await exited
  }

  #open(): { readonly child: ChildProcess; readonly lines: AsyncIterator<string> } {
    if (this.#child === null || this.#lines === null) {
      const child = spawn(process.execPath, [this.#program], { stdio: ['pipe', 'pipe', 'inherit'] })
      if (child.stdout === null) throw new Error('The harness has no output.')
      this.#child = child
      this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    }
    return { child: this.#child, lines: this.#lines }
  }
}
