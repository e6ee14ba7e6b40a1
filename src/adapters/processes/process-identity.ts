import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { RunFailure } from '../../kernel/failure.ts'
import { readProcess } from './process-table.ts'

/** Names one process on one machine for good: a reused process number has another start time. */
export interface ProcessIdentity {
  readonly host: string
  /** Changes with every boot; empty where the system does not tell. */
  readonly bootId: string
  /** Containers have their own; empty where the system has none. */
  readonly pidNamespace: string
  readonly pid: number
  readonly startTime: string
}

/** `foreign` means that it cannot be judged from here, so it must be neither killed nor taken over. */
export type Standing = 'alive' | 'dead' | 'foreign'

export function identifySelf(): ProcessIdentity {
  const identity = identify(process.pid)
  if (identity !== null) return identity
  throw new RunFailure({
    code: 'workspace-failed',
    message: 'This system does not show its processes; make /proc (or the ps command) available.',
  })
}

/** `null` when there is no such process; a zombie is none. */
export function identify(pid: number): ProcessIdentity | null {
  const row = readProcess(pid)
  return row === null ? null : { ...readMachine(), pid, startTime: row.startTime }
}

/** Judges a recorded process from here. A host of the same name but another boot has lost all its processes. */
export function standing(identity: ProcessIdentity): Standing {
  const here = readMachine()
  const sameBoot = identity.bootId === here.bootId && (here.bootId !== '' || identity.host === here.host)
  if (!sameBoot) return identity.host === here.host ? 'dead' : 'foreign'
  if (identity.pidNamespace !== here.pidNamespace) return 'foreign'
  return readProcess(identity.pid)?.startTime === identity.startTime ? 'alive' : 'dead'
}

function readMachine(): Pick<ProcessIdentity, 'host' | 'bootId' | 'pidNamespace'> {
  return {
    host: hostname(),
    bootId: readOrEmpty(readBootId),
    pidNamespace: readOrEmpty(() => readlinkSync('/proc/self/ns/pid')),
  }
}

function readBootId(): string {
  if (process.platform === 'linux') return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  return execFileSync('sysctl', ['-n', 'kern.bootsessionuuid'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()
}

function readOrEmpty(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}
