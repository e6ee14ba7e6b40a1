import type { Hunk } from './diff-lines.ts'
import { diffLines } from './diff-lines.ts'

type BySide = { readonly ours: readonly string[]; readonly theirs: readonly string[] }

/** A place of the base, `[start, end)`, that at least one side changed, with what each side has there. */
export type ChangeGroup = BySide & {
  /** `same`: both made the same change. `contested`: both changed it, each in its way. */
  readonly kind: 'ours' | 'theirs' | 'same' | 'contested'
  readonly start: number
  readonly end: number
  readonly base: readonly string[]
  readonly added: BySide
  readonly removed: BySide
}

/** The places where two sides differ from their base; changes that touch each other are one place. */
export function groupChanges(
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
): readonly ChangeGroup[] {
  const all = [
    ...diffLines(base, ours).map((hunk) => ({ hunk, side: 'ours' as const })),
    ...diffLines(base, theirs).map((hunk) => ({ hunk, side: 'theirs' as const })),
  ].toSorted((a, b) => a.hunk.start - b.hunk.start || a.hunk.end - b.hunk.end)
  const groups: { end: number; members: (typeof all)[number][] }[] = []
  for (const member of all) {
    const last = groups.at(-1)
    if (last === undefined || member.hunk.start > last.end)
      groups.push({ end: member.hunk.end, members: [member] })
    else {
      last.members.push(member)
      last.end = Math.max(last.end, member.hunk.end)
    }
  }
  return groups.map(({ end, members }) => {
    const hunks = (side: 'ours' | 'theirs') =>
      members.filter((each) => each.side === side).map(({ hunk }) => hunk)
    return describe(base, members[0]?.hunk.start ?? 0, end, hunks('ours'), hunks('theirs'))
  })
}

function describe(
  base: readonly string[],
  start: number,
  end: number,
  ours: readonly Hunk[],
  theirs: readonly Hunk[],
): ChangeGroup {
  const texts = { ours: applied(base, start, end, ours), theirs: applied(base, start, end, theirs) }
  const isSame =
    texts.ours.join('\n') === texts.theirs.join('\n') && texts.ours.length === texts.theirs.length
  const kind = theirs.length === 0 ? 'ours' : ours.length === 0 ? 'theirs' : isSame ? 'same' : 'contested'
  return {
    kind,
    start,
    end,
    base: base.slice(start, end),
    ...texts,
    added: { ours: ours.flatMap((hunk) => hunk.added), theirs: theirs.flatMap((hunk) => hunk.added) },
    removed: { ours: ours.flatMap((hunk) => hunk.removed), theirs: theirs.flatMap((hunk) => hunk.removed) },
  }
}

function applied(
  base: readonly string[],
  start: number,
  end: number,
  hunks: readonly Hunk[],
): readonly string[] {
  const lines: string[] = []
  let from = start
  for (const hunk of hunks) {
    lines.push(...base.slice(from, hunk.start), ...hunk.added)
    from = hunk.end
  }
  return [...lines, ...base.slice(from, end)]
}
