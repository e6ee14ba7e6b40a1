import { isWithin } from './mount-table.ts'

export interface ReadOnlyPlaces {
  readonly cwd: string
  readonly home: string | null
  readonly writable: readonly string[]
  /** Sockets and files through which others would write for it. */
  readonly masked: readonly string[]
  /** Ends the name of the file that is tried to be written. */
  readonly mark: string
}

/** Where a process finds room for temporary files that nobody else sees, in memory and gone with it. */
export const PRIVATE_TEMPORARY = '/dev/tmp'

const DEVICES = ['null', 'zero', 'full', 'random', 'urandom', 'tty']
const TOOLS = '/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin'
const TRIED = ['/', '/tmp', '/var/tmp']

/** What of the mounts may be written to once the script is done. */
export function writablePlaces(places: ReadOnlyPlaces): readonly string[] {
  const shared = sharesMemory(places) ? [] : ['/dev/shm']
  return [...places.writable, ...shared, '/proc', '/dev/pts', PRIVATE_TEMPORARY]
}

/**
 * Makes every mount read-only in a mount namespace of its own, but for the folders given, with as few devices as
 * programs need (a disk is one too), and becomes its arguments. Contract: it ends with an error, and starts nothing,
 * when a step fails or when a write that must be refused is not.
 */
export function readOnlyScript(places: ReadOnlyPlaces): string {
  return [
    'set -e',
    `own=$PATH; PATH=${TOOLS}`,
    ...freshDevices(sharesMemory(places)),
    'mount -n --bind /proc/sys /proc/sys',
    ...places.masked.map((path) => `mount -n --bind /dev/null ${quote(path)}`),
    ...places.writable.map((path) => `mount -n --rbind ${quote(path)} ${quote(path)}`),
    // It goes on after a mount that it may not touch; what it left writable is looked for afterwards.
    'mount -n --all -o remount,bind,ro || :',
    ...writablePlaces(places).map((path) => `mount -n -o remount,bind,rw ${quote(path)}`),
    `cd ${quote(places.cwd)}`,
    ...tries(places),
    'PATH=$own; exec "$@"',
  ].join('\n')
}

/** `/sys` is only the place where it is put together. */
function freshDevices(withShared: boolean): readonly string[] {
  return [
    'mount -n -t tmpfs -o mode=755,nosuid tmpfs /sys',
    'mkdir /sys/pts /sys/shm /sys/tmp',
    ...DEVICES.map((name) => `: > /sys/${name}; mount -n --bind /dev/${name} /sys/${name}`),
    'mount -n -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts /sys/pts',
    withShared
      ? 'mount -n --rbind /dev/shm /sys/shm'
      : 'mount -n -t tmpfs -o mode=1777,nosuid tmpfs /sys/shm',
    'mount -n -t tmpfs -o mode=1777,nosuid tmpfs /sys/tmp',
    'ln -s pts/ptmx /sys/ptmx',
    'ln -s /proc/self/fd /sys/fd',
    'ln -s fd/0 /sys/stdin; ln -s fd/1 /sys/stdout; ln -s fd/2 /sys/stderr',
    'mount -n --move /sys /dev',
  ]
}

function tries({ cwd, home, writable, mark }: ReadOnlyPlaces): readonly string[] {
  return [cwd, ...(home === null ? [] : [home]), ...TRIED]
    .filter((folder) => !writable.some((allowed) => isWithin(folder, allowed)))
    .map((folder) => quote(`${folder}/.tutti-try-${mark}`))
    .map((file) => `if (: > ${file}) 2> /dev/null; then rm -f ${file}; exit 97; fi`)
}

/** Work that lies in shared memory has to stay in sight. */
function sharesMemory({ cwd, home, writable }: ReadOnlyPlaces): boolean {
  return [cwd, home ?? '/', ...writable].some((path) => isWithin(path, '/dev/shm'))
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
