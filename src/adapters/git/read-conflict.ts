import type { ConflictFile, MergeConflict, MergeRequest } from '../../kernel/ports/repository.ts'
import type { GitContext } from './git-context.ts'
import { sharedPlace } from './git-context.ts'
import { readBlobs } from './read-blobs.ts'

const MOST_CHARACTERS = 20_000
const MOST_TEXTS = 25

interface Stage {
  readonly path: string
  readonly id: string
  /** 1 is the base, 2 ours, 3 theirs. */
  readonly stage: string
}

interface Message {
  readonly paths: readonly string[]
  readonly type: string
  readonly text: string
}

/** What git says of a merge that it could not finish: the fields after the tree, which holds the conflict markers. */
export async function readConflict(
  context: GitContext,
  tree: string,
  fields: readonly string[],
  { ours, theirs }: Pick<MergeRequest, 'ours' | 'theirs'>,
): Promise<MergeConflict> {
  const end = fields.indexOf('')
  const stages = fields.slice(0, end).map(readStage)
  const messages = readMessages(fields.slice(end + 1)).filter(({ type }) => type.startsWith('CONFLICT'))
  const paths = [...new Set(stages.map(({ path }) => path))]
  const named = (text: string): string => text.replaceAll(ours, 'ours').replaceAll(theirs, 'theirs')
  const textAt = await readTexts(context, tree, stages, paths.slice(0, MOST_TEXTS))
  const files = paths.map((path): ConflictFile => {
    const told = messages.filter((message) => message.paths.includes(path))
    const kind = kindOf(
      stages.filter((stage) => stage.path === path),
      told,
    )
    const text = textAt.get(path)
    return {
      path,
      kind,
      message: named(told.map((each) => each.text).join('\n')),
      text: text === undefined ? null : cut(named(text)),
    }
  })
  return { kind: 'conflict', paths, files, message: named(messages.map(({ text }) => text).join('\n')) }
}

/** `<mode> <id> <stage>\t<path>` */
function readStage(field: string): Stage {
  const tab = field.indexOf('\t')
  const [, id = '', stage = ''] = field.slice(0, tab).split(' ')
  return { path: field.slice(tab + 1), id, stage }
}

/** A count, that many paths, a type, the text. */
function readMessages(fields: readonly string[]): readonly Message[] {
  const messages: Message[] = []
  for (let at = 0; at + 1 < fields.length;) {
    const count = Number(fields[at])
    const paths = fields.slice(at + 1, at + 1 + count)
    const [type = '', text = ''] = fields.slice(at + 1 + count)
    messages.push({ paths, type, text: text.trim() })
    at += count + 3
  }
  return messages
}

/** As they are in the tree with the markers; of a file that is not there, as one side has it. */
async function readTexts(
  context: GitContext,
  tree: string,
  stages: readonly Stage[],
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const list = ['--literal-pathspecs', 'ls-tree', '-z', '--full-tree', tree, '--', ...paths]
  const { stdout } = await context.git(sharedPlace(context), list)
  const inTree = new Map(
    stdout.split('\0').map((entry) => {
      const tab = entry.indexOf('\t')
      return [entry.slice(tab + 1), entry.slice(0, tab).split(' ')[2] ?? ''] as const
    }),
  )
  const ids = paths.map((path) => {
    const own = stages.filter((stage) => stage.path === path)
    const onSide = own.findLast(({ stage }) => stage !== '1') ?? own[0]
    return [path, inTree.get(path) ?? onSide?.id ?? ''] as const
  })
  const texts = await readBlobs(
    context,
    ids.map(([, id]) => id),
  )
  return new Map(
    ids.flatMap(([path, id]) => {
      const text = texts.get(id)
      return text === undefined ? [] : [[path, text] as const]
    }),
  )
}

/** By git's stable names where it has one, else by the sides on which the file is there. */
function kindOf(stages: readonly Stage[], messages: readonly Message[]): ConflictFile['kind'] {
  const types = messages.map(({ type }) => type).join()
  if (types.includes('submodule')) return 'submodule'
  if (types.includes('binary')) return 'binary'
  if (types.includes('file/directory')) return 'folder'
  if (types.includes('rename')) return 'rename'
  if (types.includes('modes')) return 'mode'
  const has = (stage: string): boolean => stages.some((each) => each.stage === stage)
  if (!has('2') || !has('3')) return 'delete'
  return has('1') ? 'content' : 'add'
}

function cut(text: string): string {
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS)}\n… (cut here)\n`
}
