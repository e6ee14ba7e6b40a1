import { execFile } from 'node:child_process'
import { close, constants, open } from 'node:fs'
import { mkdtemp, rmdir, unlink } from 'node:fs/promises'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'

export interface OutputPipe {
  /** Ends when the last process that holds the other side has closed it. */
  readonly reader: Readable
  readonly writerDescriptor: number
  /** Must be called once the child has its own copy, or the reader never ends. */
  closeWriter(): Promise<void>
}

/**
 * Makes a true pipe. Node gives children sockets, on which `echo … > /dev/stderr` fails; a file in their
 * place would be emptied by it.
 */
export async function openOutputPipe(): Promise<OutputPipe> {
  const folder = await mkdtemp(join(tmpdir(), 'tutti-pipe-'))
  const path = join(folder, 'output')
  try {
    await promisify(execFile)('mkfifo', ['-m', '600', path], { env: { PATH: '/usr/bin:/bin' } })
    const reading = await promisify(open)(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const writing = await promisify(open)(path, constants.O_WRONLY)
    return {
      reader: new Socket({ fd: reading, readable: true, writable: false }),
      writerDescriptor: writing,
      closeWriter: () => promisify(close)(writing),
    }
  } finally {
    // What somebody else put there stays.
    await unlink(path).catch(() => {})
    await rmdir(folder).catch(() => {})
  }
}
