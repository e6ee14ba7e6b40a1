import { open } from 'node:fs/promises'

/** Of more than this, the beginning and the end are read. */
export const MOST_TEXT_BYTES = 8 * 1024 * 1024
const HEAD_BYTES = 2 * 1024 * 1024

/** The text of a file as UTF-8, and whether it is all of it. */
export async function readOutput(
  file: string,
  most = MOST_TEXT_BYTES,
  head = HEAD_BYTES,
): Promise<{ readonly text: string; readonly whole: boolean }> {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    if (size <= most) return { text: decode(await readAt(handle, 0, size)), whole: true }
    const first = await readAt(handle, 0, head)
    const last = await readAt(handle, size - (most - head), most - head)
    return { text: `${decode(first)}\n[… ${size - most} bytes left out …]\n${decode(last)}`, whole: false }
  } finally {
    await handle.close()
  }
}

async function readAt(
  handle: Awaited<ReturnType<typeof open>>,
  position: number,
  length: number,
): Promise<Uint8Array> {
  const bytes = new Uint8Array(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await handle.read(bytes, filled, length - filled, position + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return bytes.subarray(0, filled)
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}
