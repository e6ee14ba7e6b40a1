const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full; free some space',
  EDQUOT: 'the disk quota is used up; free some space',
  EFBIG: 'it reached the largest file size allowed here; raise that limit',
  EIO: 'the disk reported an error; check it',
  EROFS: 'its file system is read-only; make it writable',
  EACCES: 'permission was denied; let this user read and write it',
  EPERM: 'permission was denied; let this user read and write it',
  EMFILE: 'too many files are open; raise that limit (`ulimit -n`) to 256 or more',
  ENFILE: 'too many files are open on this machine; end other programs or raise its limit',
  ENOMEM: 'there is not enough memory; free some',
  EAGAIN: 'the system has no processes or memory left; free some',
  ETXTBSY: 'somebody is writing it; wait for that',
  EBUSY: 'something else is using it; wait for that',
  ESTALE: 'its file system is gone; mount it again',
  ENOTCONN: 'its file system is gone; mount it again',
  ENODEV: 'its device is gone; mount it again',
}

const NO_MEMORY = /allocation failed|out of memory|Invalid (string|array) length/i

/** Why the machine, and nobody's mistake, has refused something, and what to do; `null` for any other error. */
export function machineTrouble(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (Object.hasOwn(REASONS, code)) return REASONS[code] ?? null
  const isTemporary = 'syscall' in error && error.syscall === 'mkdtemp'
  if (isTemporary && (code === 'ENOENT' || code === 'ENOTDIR'))
    return 'the folder for temporary files is not there; make it, or name another one in TMPDIR'
  const isMemory =
    code === 'ERR_STRING_TOO_LONG' || (error instanceof RangeError && NO_MEMORY.test(error.message))
  return isMemory
    ? 'there is not enough memory for something this large; free some, or make it smaller'
    : null
}
