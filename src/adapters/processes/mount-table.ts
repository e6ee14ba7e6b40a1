/** One mount, as a line of `/proc/<pid>/mountinfo` tells it. */
interface Mount {
  readonly id: string
  readonly parent: string
  readonly place: string
  readonly isReadOnly: boolean
}

/** The places of mounts that can be written to, but for those in `allowed` and those that another mount covers. */
export function writableMounts(mountinfo: string, allowed: readonly string[]): readonly string[] {
  const mounts = mountinfo.split('\n').flatMap(parseMount)
  return mounts
    .filter((mount) => !mount.isReadOnly && !isHidden(mount, mounts))
    .map((mount) => mount.place)
    .filter((place) => !allowed.some((folder) => isWithin(place, folder)))
}

export function isWithin(path: string, folder: string): boolean {
  return folder === '/' || path === folder || path.startsWith(`${folder}/`)
}

/** Whether another mount lies over all of it, or over all of one that it lies in. */
function isHidden(mount: Mount, mounts: readonly Mount[]): boolean {
  return isCovered(mount, mounts) || !isInSight(mount, mounts)
}

function isCovered({ id, place }: Mount, mounts: readonly Mount[]): boolean {
  return mounts.some((each) => each.parent === id && each.place === place)
}

/** One that covers its parent is not hidden by that. */
function isInSight(mount: Mount, mounts: readonly Mount[]): boolean {
  const parent = mounts.find((each) => each.id === mount.parent && each !== mount)
  if (parent === undefined) return true
  if (mount.place !== parent.place && isCovered(parent, mounts)) return false
  return isInSight(parent, mounts)
}

function parseMount(line: string): readonly Mount[] {
  const [id, parent, , , place, options] = line.split(' ')
  if (id === undefined || parent === undefined || place === undefined || options === undefined) return []
  const isReadOnly = options.split(',').includes('ro')
  return [{ id, parent, place: place.replaceAll(/\\(\d{3})/g, fromOctal), isReadOnly }]
}

function fromOctal(_: string, digits: string): string {
  return String.fromCodePoint(Number.parseInt(digits, 8))
}
