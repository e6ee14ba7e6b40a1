import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** The process that has this number in the namespace that a launched one holds. */
export function seenFromHere(number: number, launcher: number): number {
  const statuses = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), status: readIfThere(`/proc/${name}/status`) }))
  const first = statuses.find(({ status }) => new RegExp(`^PPid:\\s+${launcher}$`, 'm').test(status))
  const namespace = readlinkSync(`/proc/${first?.pid}/ns/pid`)
  const found = statuses.find(
    ({ pid, status }) =>
      new RegExp(`^NSpid:.*\\s${number}$`, 'm').test(status) && namespaceOf(pid) === namespace,
  )
  if (found === undefined) throw new Error(`nobody has the number ${number} in there`)
  return found.pid
}

function namespaceOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`)
  } catch {
    return ''
  }
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Everybody whose working folder this is. */
export function workingIn(folder: string): readonly string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      return readlinkSync(`/proc/${name}/cwd`) === folder
    } catch {
      return false
    }
  })
}

/** A zombie counts as gone: it only waits for its parent to take notice. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
