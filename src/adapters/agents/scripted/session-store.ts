import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface StoredSession {
  readonly id: string
  readonly cwd: string
  readonly usd: number
  readonly turns: readonly { readonly prompt: string; readonly reply: string }[]
}

/** Remembers sessions, in files when a folder is given so that another process can take them up. */
export class SessionStore {
  readonly #folder: string | null
  readonly #known = new Map<string, StoredSession>()

  constructor(folder: string | null) {
    this.#folder = folder
  }

  get isDurable(): boolean {
    return this.#folder !== null
  }

  async save(session: StoredSession): Promise<void> {
    this.#known.set(session.id, session)
    if (this.#folder === null) return
    const file = this.#fileOf(this.#folder, session.id)
    await mkdir(this.#folder, { recursive: true })
    await writeFile(`${file}.new`, JSON.stringify(session))
    await rename(`${file}.new`, file)
  }

  get(id: string): StoredSession | null {
    return this.#known.get(id) ?? null
  }

  /** Takes up what another process has saved; `null` when there is no such session. */
  async load(id: string): Promise<StoredSession | null> {
    if (this.#folder === null) return null
    try {
      const session = JSON.parse(await readFile(this.#fileOf(this.#folder, id), 'utf8')) as StoredSession
      this.#known.set(id, session)
      return session
    } catch {
      return null
    }
  }

  #fileOf(folder: string, id: string): string {
    return join(folder, `${encodeURIComponent(id)}.json`)
  }
}
