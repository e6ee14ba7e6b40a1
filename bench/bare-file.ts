import { closeSync, openSync, writeSync } from 'node:fs'

/** A file that is appended to with nothing around it: the least that durable writing can cost. */
export interface BareFile {
  /** Appends texts, each followed by a sync of its own. */
  append(texts: readonly string[]): void
  close(): void
}

export function openBareFile(file: string, sync: (fd: number) => void): BareFile {
  const fd = openSync(file, 'wx')
  return {
    append: (texts) => {
      for (const text of texts) {
        writeSync(fd, text)
        sync(fd)
      }
    },
    close: () => closeSync(fd),
  }
}
