type Locked = { readonly version: string; readonly source: string; readonly sum: string }

/** Packages that a lock file of pnpm or Yarn has under the same name and version, and that are others or from elsewhere. */
export function swappedInText(before: string | null, after: string): readonly string[] {
  const known = lockedIn(before ?? '')
  return [...lockedIn(after)].flatMap(([name, now]) => {
    const old = known.get(name)
    if (old === undefined || old.version !== now.version) return []
    const isOther = old.sum !== '' && now.sum !== '' && old.sum !== now.sum
    return isOther || old.source !== now.source ? [name] : []
  })
}

/** A package with its version, or with the range that leads to one; what belongs to it stands deeper. */
const head = /^( *)["'/]?((?:@[\w.-]+\/)?[\w.-]+@[^"'(]+?)["']?:\s*$/

function lockedIn(text: string): ReadonlyMap<string, Locked> {
  const found = new Map<string, Locked>()
  let name = ''
  let depth = 0
  for (const line of text.split('\n')) {
    const [, indent = '', named = ''] = head.exec(line) ?? []
    if (named !== '') [name, depth] = [named, indent.length]
    else if (line.trim() !== '' && line.length - line.trimStart().length <= depth) name = ''
    if (name === '' || named !== '') continue
    const { version, source, sum } = found.get(name) ?? { version: '', source: '', sum: '' }
    found.set(name, {
      version: /^\s+version:? "?([^"\s]+)/.exec(line)?.[1] ?? version,
      source: sourceIn(line) ?? source,
      sum: /\b(?:integrity|checksum):? "?(?:\w+\/)?([\w+/=-]+)/.exec(line)?.[1] ?? sum,
    })
  }
  return found
}

/** The host, or the kind of place, that a package is fetched from. */
function sourceIn(line: string): string | null {
  return (
    /\b(?:resolved|tarball):? "?([\w+.-]+:(?:\/\/[^/"\s]+)?)/.exec(line)?.[1] ??
    /^\s+resolution: "?(?:@[\w.-]+\/)?[\w.-]+@([\w+]+:)/.exec(line)?.[1] ??
    null
  )
}
