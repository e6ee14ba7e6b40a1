import { digestOf } from '../../kernel/digest.ts'
import { RunFailure } from '../../kernel/failure.ts'
import type { Json } from '../../kernel/json.ts'
import type { Run, StepContext } from '../../kernel/playbook.ts'
import { fact } from '../facts.ts'
import { isSame } from './files-line.ts'
import type { ProcessFiles } from './process-files.ts'

/** What a step put into the user's checkout, by path, and what it left alone. */
type Placed = {
  readonly root: string
  readonly files: Readonly<Record<string, { readonly before: string | null; readonly digest: string }>>
  /** Files that somebody else has changed, each named once. */
  readonly left: readonly string[]
}

const KIND = 'in-place'

/**
 * The same files, also written into the user's checkout as they grow, each time as a recorded step with what was
 * there before. A file that a person has changed there is left to them, and said. Contract: `run` is the one that
 * `files` were opened with; nothing but these files is ever written.
 */
export function inPlaceFiles(run: Run, files: ProcessFiles, base: string): ProcessFiles {
  const copies = new CheckoutCopies(run.scopeName, base)
  let last: Promise<unknown> = Promise.resolve()
  const copy = (name: string): Promise<void> => {
    const work = async (): Promise<void> => {
      const { left } = await run.step<Placed>(`${name}/in-place`, {
        kind: KIND,
        input: null,
        execute: (context) => copies.renew(context, files),
      })
      if (left.length > 0) await run.record(`${name}/in-place/left`, notice(leftAlone(left, files.folder)))
    }
    const done = last.then(work, work)
    last = done
    return done
  }
  return {
    ...files,
    get head() {
      return files.head
    },
    get paths() {
      return files.paths
    },
    get delivered() {
      return files.delivered
    },
    write: async (name, texts, message) => {
      const written = await files.write(name, texts, message)
      if (written.kind === 'written') await copy(name)
      return written
    },
    accept: async (name, path, text) => {
      await files.accept(name, path, text)
      await copy(name)
    },
    renew: async (name, render) => {
      await files.renew(name, render)
      await copy(name)
    },
    settle: async (name) => {
      await files.settle(name)
      await copy(name)
    },
    putBack: async (name, path, edit) => {
      await files.putBack(name, path, edit)
      await copy(name)
    },
    takeBack: async () => {
      await last.catch(() => null)
      const { left } = await run.shielded().step<Placed>('take-back', {
        kind: KIND,
        input: null,
        execute: (context) => copies.takeBack(context),
      })
      if (left.length > 0) await run.shielded().record('take-back/left', notice(leftThere(left)))
    },
  }
}

/** Knows what the run has put into the checkout; asked and told only inside a step, after a look at the journal. */
class CheckoutCopies {
  readonly #scope: string
  readonly #base: string
  readonly #own = new Map<string, { readonly before: string | null; readonly digest: string }>()
  readonly #left = new Set<string>()
  #root = ''
  #isCaughtUp = false

  constructor(scope: string, base: string) {
    this.#scope = scope
    this.#base = base
  }

  async renew(context: StepContext, files: Pick<ProcessFiles, 'folder' | 'paths'>): Promise<Placed> {
    const { world } = context
    await this.#catchUp(context)
    const root = { path: this.#root }
    const texts = new Map<string, string>()
    const planned: Record<string, { before: string | null; digest: string }> = {}
    const left: string[] = []
    for (const path of files.paths.toSorted()) {
      const text = await world.files.read({ path: files.folder }, path)
      const present = await this.#look(context, path)
      if (text === null || (typeof present === 'string' && isSame(present, text) && this.#own.has(path)))
        continue
      if (present !== undefined && (await this.#isFree(context, path, present))) {
        texts.set(path, text)
        planned[path] = { before: this.#beforeOf(path, present), digest: digestOf(text) }
      } else if (!this.#left.has(path)) left.push(path)
    }
    const placed: Placed = { root: this.#root, files: planned, left }
    // What was there must be known for good before it is gone.
    await context.note(placed as Json)
    for (const [path, text] of texts) await world.files.write(root, path, text)
    this.#take(placed)
    return placed
  }

  async takeBack(context: StepContext): Promise<Placed> {
    const { world } = context
    await this.#catchUp(context)
    const root = { path: this.#root }
    const left: string[] = []
    for (const [path, { before, digest }] of [...this.#own].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const present = await this.#look(context, path)
      if (present === before) continue
      if (typeof present !== 'string' || digestOf(present) !== digest) left.push(path)
      else if (before === null) await world.files.remove(root, path)
      else await world.files.write(root, path, before)
    }
    return { root: this.#root, files: {}, left }
  }

  /** What is there, `null` for nothing; `undefined` where somebody has put a link or a file in the way. */
  async #look({ world }: StepContext, path: string): Promise<string | null | undefined> {
    try {
      return await world.files.read({ path: this.#root }, path)
    } catch (thrown) {
      if (thrown instanceof RunFailure && thrown.code === 'workspace-failed') return undefined
      throw thrown
    }
  }

  /** Whether nobody but the run has had a hand in the file since the base. */
  async #isFree({ world }: StepContext, path: string, present: string | null): Promise<boolean> {
    const own = this.#own.get(path)
    if (own !== undefined) return present !== null && digestOf(present) === own.digest
    return present === null || isSame(present, await world.repository.readFile(this.#base, path))
  }

  #beforeOf(path: string, present: string | null): string | null {
    const own = this.#own.get(path)
    return own === undefined ? present : own.before
  }

  async #catchUp(context: StepContext): Promise<void> {
    if (this.#isCaughtUp) return
    this.#isCaughtUp = true
    const { world, step, notes } = context
    const { events } = await world.journal.read()
    const steps = new Set(
      events.flatMap((event) => (event.type === 'step-started' && event.kind === KIND ? [event.step] : [])),
    )
    for (const event of events) {
      if (event.type !== 'step-completed' || !event.step.startsWith(`${this.#scope}/`)) continue
      if (steps.has(event.step) && event.step !== step)
        this.#take((await world.journal.load(event.result)) as Placed)
    }
    // A process that died in this step may have written some of the files that it had planned.
    for (const noted of notes as readonly Placed[]) await this.#takeWritten(context, noted)
    if (this.#root === '') this.#root = (await world.repository.checkout()).root
  }

  async #takeWritten(context: StepContext, { root, files }: Placed): Promise<void> {
    this.#root = root
    for (const [path, planned] of Object.entries(files)) {
      const present = await this.#look(context, path)
      if (typeof present === 'string' && digestOf(present) === planned.digest) this.#own.set(path, planned)
    }
  }

  #take({ root, files, left }: Placed): void {
    this.#root = root
    for (const [path, placed] of Object.entries(files)) this.#own.set(path, placed)
    for (const path of left) this.#left.add(path)
  }
}

function notice(text: string): ReturnType<typeof fact> {
  return fact({ kind: 'notice', value: { text } })
}

function leftAlone(paths: readonly string[], folder: string): string {
  return `${paths.join(', ')} in your checkout was changed by somebody else and is left as it is; the run's own is in ${folder}.`
}

function leftThere(paths: readonly string[]): string {
  return `${paths.join(', ')} in your checkout was changed since the run wrote it and is left as it is; all else was taken back.`
}
