import { existsSync, statSync } from 'node:fs'
import { isWithin } from './mount-table.ts'
import { scratchBytes } from './scratch.ts'
import { SYSTEM_SETTINGS } from './system-settings.ts'
import type { Sight } from './view.ts'

export interface NamespacePlaces {
  readonly sights: readonly Sight[]
  /** Folders outside its own in which it must not be able to write. */
  readonly tried: readonly string[]
  /** Whether there is no network but its own loopback, which has to be brought up by this program. */
  readonly loopback: string | null
  /** Ends the name of the file that is tried to be written. */
  readonly mark: string
}

/** Where a process finds room for temporary files that nobody else sees, in memory and gone with it. */
export const PRIVATE_TEMPORARY = '/dev/tmp'

const DEVICES = ['null', 'zero', 'full', 'random', 'urandom', 'tty']
const TOOLS = '/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin'
/** What was there before, as long as places are made. */
const BEFORE = '/dev/before'
/** Read by what mounts; it takes no pipe. */
const TABLE = 'table'

/** What of the mounts may be written to once the script is done. */
export function writablePlaces(sights: readonly Sight[]): readonly string[] {
  const writable = sights.flatMap(({ kind, path }) => (kind === 'write' || kind === 'scratch' ? [path] : []))
  return [...new Set([...writable, '/dev/shm', '/proc', '/dev/pts', PRIVATE_TEMPORARY])]
}

/**
 * Makes every mount read-only in a mount namespace of its own, but for what may be written, with as few devices as
 * programs need (a disk is one too), and becomes its arguments. Contract: it ends with an error, and starts nothing,
 * when a step fails or when a write that must be refused is not.
 */
export function namespaceScript(places: NamespacePlaces): string {
  const { sights, loopback } = places
  const isFile = (sight: Sight): boolean =>
    !statSync(sight.kind === 'read' || sight.kind === 'write' ? sight.from : sight.path).isDirectory()
  const shown = sights.filter((sight) => existsSync('from' in sight ? sight.from : sight.path))
  const files = shown.filter(isFile)
  return [
    'set -e',
    `own=$PATH; PATH=${TOOLS}`,
    ...(loopback === null ? [] : [`${loopback} link set lo up`]),
    ...freshDevices(),
    mountAll(
      [
        ...SYSTEM_SETTINGS.filter((path) => existsSync(path)).map((path) => ({
          from: path,
          at: path,
          options: 'bind',
        })),
        ...shown.filter((sight) => !isFile(sight)).flatMap(place),
      ],
      '/dev',
    ),
    ...files
      .map(({ path }) => quote(path))
      .map((at) => `[ -e ${at} ] || { mkdir -p "$(dirname ${at})"; : > ${at}; }`),
    mountAll(files.flatMap(place), '/dev'),
    `umount -n -l ${BEFORE}; rm -df ${BEFORE} /dev/${TABLE}`,
    // It goes on after a mount that it may not touch; what it left writable is looked for afterwards.
    'mount -n --all -o remount,bind,ro || :',
    ...writablePlaces(sights)
      .filter(existsHere(sights))
      .map((path) => `mount -n -o remount,bind,rw ${quote(path)}`),
    ...tries(places),
    'PATH=$own; exec "$@"',
  ].join('\n')
}

interface Mount {
  readonly from: string
  readonly at: string
  readonly options: string
}

/** One process for all of them: a process for each costs more than the mounts. */
function mountAll(mounts: readonly Mount[], folder: string): string {
  if (mounts.length === 0) return ''
  const lines = mounts.map(({ from, at, options }) => {
    const kind = from === 'tmpfs' || from === 'devpts' ? from : 'none'
    return `${inTable(from)} ${inTable(at)} ${kind} ${options} 0 0`
  })
  const table = `${folder}/${TABLE}`
  return `printf '%s\\n' ${lines.map(quote).join(' ')} > ${table}; mount -n --all -T ${table}`
}

/** What a table of mounts would take for something else. */
function inTable(path: string): string {
  return path.replaceAll(/[\s\\#]/g, (sign) => `\\${sign.charCodeAt(0).toString(8).padStart(3, '0')}`)
}

/** `/sys` is only the place where it is put together. */
function freshDevices(): readonly string[] {
  const own = DEVICES.map((name) => ({ from: `/dev/${name}`, at: `/sys/${name}`, options: 'bind' }))
  return [
    'mount -n -t tmpfs -o mode=755,nosuid tmpfs /sys',
    `mkdir /sys/pts /sys/shm /sys/tmp /sys/before; ${DEVICES.map((name) => `: > /sys/${name}`).join('; ')}`,
    mountAll(
      [
        { from: '/', at: '/sys/before', options: 'rbind' },
        ...own,
        { from: 'devpts', at: '/sys/pts', options: 'newinstance,ptmxmode=0666,mode=620' },
        { from: 'tmpfs', at: '/sys/shm', options: `mode=1777,nosuid,size=${scratchBytes()}` },
        { from: 'tmpfs', at: '/sys/tmp', options: `mode=1777,nosuid,size=${scratchBytes()}` },
      ],
      '/sys',
    ),
    'ln -s pts/ptmx /sys/ptmx; cp -d /dev/fd /dev/stdin /dev/stdout /dev/stderr /sys',
    'mount -n --move /sys /dev',
  ]
}

function place(sight: Sight): readonly Mount[] {
  const { kind, path: at } = sight
  switch (kind) {
    case 'hidden':
    case 'scratch':
    case 'masked': {
      if (!statSync(at).isDirectory()) return [{ from: '/dev/null', at, options: 'bind' }]
      const mode = kind === 'scratch' ? '1777' : '755'
      return [
        { from: 'tmpfs', at, options: `mode=${mode},nosuid,nodev,size=${scratchBytes()},x-mount.mkdir` },
      ]
    }
    case 'read':
    case 'write':
      return [{ from: BEFORE + sight.from, at, options: 'rbind,x-mount.mkdir' }]
    // Homes are seen as they are here, and so are their caches.
    case 'copy':
      return []
  }
}

function existsHere(sights: readonly Sight[]): (path: string) => boolean {
  const missing = new Set(
    sights.flatMap((sight) => (sight.kind === 'write' && !existsSync(sight.from) ? [sight.path] : [])),
  )
  return (path) => !missing.has(path)
}

function tries({ tried, sights, mark }: NamespacePlaces): readonly string[] {
  const writable = writablePlaces(sights)
  return tried
    .filter((folder) => !writable.some((allowed) => isWithin(folder, allowed)))
    .map((folder) => quote(`${folder}/.tutti-try-${mark}`))
    .map((file) => `if { true > ${file}; } 2> /dev/null; then rm -f ${file}; exit 97; fi`)
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
