import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** One living process. Contract: pid and start time together name it for as long as the machine is up. */
export interface ProcessRow {
  readonly pid: number
  readonly parent: number
  readonly group: number
  readonly session: number
  /** Clock ticks since boot on Linux, a date elsewhere, where it is only ever compared for equality. */
  readonly startTime: string
}

/** Every living process that can be seen; zombies are dead, and those that vanish meanwhile are left out. */
export function readProcessTable(): readonly ProcessRow[] {
  if (process.platform !== 'linux') return readProcessStatus(['-A'])
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readLinuxProcess(Number(name)))
    .filter((row) => row !== null)
}

export function readProcess(pid: number): ProcessRow | null {
  if (process.platform === 'linux') return readLinuxProcess(pid)
  return readProcessStatus(['-p', String(pid)])[0] ?? null
}

/**
 * A variable of the environment that a process's program was started with. Linux only: elsewhere the answer
 * is always `null`, and processes are found by group and descent alone.
 */
export function readVariable(pid: number, name: string): string | null {
  const variables = readEnvironment(pid) ?? []
  return variables.find((variable) => variable.startsWith(`${name}=`))?.slice(name.length + 1) ?? null
}

/** Every variable that a process's program was started with; `null` where that cannot be read. Linux only. */
export function readEnvironment(pid: number): readonly string[] | null {
  if (process.platform !== 'linux') return null
  return readOrNothing(`/proc/${pid}/environ`)?.split('\0') ?? null
}

/** Whether a person may be sitting before it. Linux only: elsewhere the answer is always yes. */
export function hasTerminal(pid: number): boolean {
  const stat = process.platform === 'linux' ? readOrNothing(`/proc/${pid}/stat`) : null
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[4] !== '0'
}

/** Reads the line of `/proc/<pid>/stat`, in which the program's name may hold spaces and parentheses. */
export function parseLinuxStat(stat: string): ProcessRow | null {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, parent, group, session] = fields
  const startTime = fields[19]
  if (state === undefined || startTime === undefined || /[ZXx]/.test(state)) return null
  return {
    pid: Number.parseInt(stat, 10),
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    startTime,
  }
}

/** Reads what `ps -o pid=,ppid=,pgid=,stat=,lstart=` prints; it has no session that all systems agree on. */
export function parseProcessStatus(output: string): readonly ProcessRow[] {
  return output.split('\n').flatMap((line) => {
    const [pid, parent, group, state, ...start] = line.trim().split(/\s+/)
    if (state === undefined || start.length === 0 || state.startsWith('Z')) return []
    return [
      {
        pid: Number(pid),
        parent: Number(parent),
        group: Number(group),
        session: 0,
        startTime: start.join(' '),
      },
    ]
  })
}

function readLinuxProcess(pid: number): ProcessRow | null {
  const stat = readOrNothing(`/proc/${pid}/stat`)
  return stat === null ? null : parseLinuxStat(stat)
}

function readProcessStatus(selection: readonly string[]): readonly ProcessRow[] {
  try {
    const output = execFileSync('ps', [...selection, '-o', 'pid=,ppid=,pgid=,stat=,lstart='], {
      encoding: 'utf8',
      env: { PATH: '/bin:/usr/bin', LC_ALL: 'C', TZ: 'UTC' },
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return parseProcessStatus(output)
  } catch {
    return []
  }
}

/** A process may be gone, or another user's, by the time its files are read: both are no process of ours. */
function readOrNothing(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
