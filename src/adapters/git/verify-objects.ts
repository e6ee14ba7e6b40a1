import { join } from 'node:path'
import { RunFailure } from '../../kernel/failure.ts'
import type { GitContext } from './git-context.ts'
import { sharedPlace } from './git-context.ts'
import { markObjects } from './object-marks.ts'
import type { Part, ReadObject } from './object-reader.ts'
import { nameObject, readObjects } from './object-reader.ts'

/**
 * Reads every object of a commit's tree, unless it was read before and lies where it did, and compares it with its
 * name: git does not when it checks out. Gives where each of them lies.
 */
export async function verifyObjects(
  context: GitContext,
  commit: string,
): Promise<ReadonlyMap<string, string>> {
  const seen = new Map<string, string>()
  // Level by level, so that no list but one that was verified tells what belongs to a tree.
  for (let level = new Map([[commit, '']]); level.size > 0;) {
    const marks = await markObjects(context.commonDir, [...level.keys()])
    await verifyLevel(context, commit, level, marks)
    const next = new Map<string, string>()
    for (const [id, path] of level) {
      seen.set(id, marks.get(id) ?? '')
      for (const part of context.objects.get(id)?.parts ?? []) {
        if (!seen.has(part.id) && !level.has(part.id)) next.set(part.id, join(path, part.name))
      }
    }
    level = next
  }
  return seen
}

async function verifyLevel(
  context: GitContext,
  commit: string,
  level: ReadonlyMap<string, string>,
  marks: ReadonlyMap<string, string>,
): Promise<void> {
  const wanted = [...level.keys()].filter((id) => context.objects.get(id)?.mark !== marks.get(id))
  if (wanted.length === 0) return
  for (const id of wanted) context.objects.delete(id)
  const receive = readObjects((object) => {
    const mark = marks.get(object.id)
    if (!object.isGenuine || mark === undefined) return
    context.objects.set(object.id, { mark, parts: partsOf(object) })
  })
  const input = wanted.map((id) => `${id}\n`).join('')
  // Where an object cannot even be unpacked git ends there, and it is one of those that were not read.
  const { stderr } = await context.git(sharedPlace(context), ['cat-file', '--batch'], {
    input,
    receive,
    accept: [128],
  })
  const bad = wanted.find((id) => !context.objects.has(id))
  if (bad === undefined) return
  const path = level.get(bad) ?? ''
  throw forged(bad, path === '' ? `commit ${commit}` : `${path} in commit ${commit}`, stderr)
}

function partsOf({ id, type, content }: ReadObject): readonly Part[] {
  if (type === 'commit') {
    const tree = /^tree ([0-9a-f]+)\n/.exec(content.toString('latin1', 0, 80))?.[1]
    return tree === undefined ? [] : [{ id: tree, name: '' }]
  }
  return type === 'tree' ? entriesOf(content, id.length / 2) : []
}

/** Each entry: mode, space, name, zero byte, and the raw name of the object. */
function entriesOf(content: Buffer, width: number): readonly Part[] {
  const parts: Part[] = []
  for (let at = 0; at < content.length;) {
    const space = content.indexOf(32, at)
    const zero = content.indexOf(0, space)
    const mode = content.toString('latin1', at, space)
    const id = content.toString('hex', zero + 1, zero + 1 + width)
    // The commit of a submodule is not of this repository.
    if (mode !== '160000') {
      parts.push({ id, name: content.toString('utf8', space + 1, zero) })
    }
    at = zero + 1 + width
  }
  return parts
}

/** Refuses an object that was read for something that is believed. */
export function requireGenuine(id: string, type: string, content: Buffer, path = 'a file'): void {
  if (nameObject(id, type, content) !== id) throw forged(id, path)
}

function forged(id: string, where: string, cause?: string): RunFailure {
  const message = `The git object ${id} of ${where} does not hold what its name stands for: restore it from another clone (\`git fsck\` names what else is damaged), then resume.`
  return new RunFailure({ code: 'workspace-failed', message }, { cause })
}
