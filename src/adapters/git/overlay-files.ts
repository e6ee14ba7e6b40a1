import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { OverlayRequest } from '../../kernel/ports/repository.ts'
import type { GitContext } from './git-context.ts'
import { sharedPlace } from './git-context.ts'
import { listChanges } from './list-changes.ts'
import { keepCommit } from './move-refs.ts'
import { removeState } from './remove-state.ts'
import { runRef } from './run-refs.ts'
import { safeName } from './safe-name.ts'
import { treeOf, writeCommit } from './write-commit.ts'

/** The folder of a run's indexes, each of which is there only while it is needed. */
export function indexesFolder(context: GitContext, run: string): string {
  return join(context.stateFolder, 'indexes', safeName(run))
}

/** Lays files of one commit over another without a checkout. Contract: the same request gives the same hash. */
export async function overlayFiles(
  context: GitContext,
  request: OverlayRequest,
): Promise<{ readonly commit: string; readonly tree: string }> {
  const { run, step, onto, from } = request
  const paths = new Set(request.paths)
  const changes = (await listChanges(context, onto, from)).filter(({ path }) => paths.has(path))
  const removed = changes.filter(({ after }) => after === null)
  const lines = [
    ...removed.map(({ path }) => `0 ${'0'.repeat(onto.length)}\t${path}\0`),
    ...changes.flatMap(({ path, after }) => (after === null ? [] : [`${after.mode} ${after.id}\t${path}\0`])),
  ]
  const tree = lines.length === 0 ? await treeOf(context, onto) : await writeTree(context, request, lines)
  const commit = lines.length === 0 ? onto : await writeCommit(context, { ...request, tree, parents: [onto] })
  await keepCommit(context, runRef(run, 'overlay', step), commit)
  return { commit, tree }
}

async function writeTree(
  context: GitContext,
  { run, step, onto }: OverlayRequest,
  lines: readonly string[],
): Promise<string> {
  const folder = indexesFolder(context, run)
  const indexFile = join(folder, safeName(step))
  const place = { ...sharedPlace(context), indexFile }
  await context.effect('git read-tree', async () => {
    await mkdir(folder, { recursive: true })
    await removeState(context, indexFile)
    await context.git(place, ['read-tree', onto])
  })
  const update = ['update-index', '-z', '--add', '--replace', '--index-info']
  await context.effect('git update-index', () => context.git(place, update, { input: lines.join('') }))
  const { stdout } = await context.effect('git write-tree', () => context.git(place, ['write-tree']))
  await context.effect('remove index', () => removeState(context, indexFile))
  return stdout.trim()
}
