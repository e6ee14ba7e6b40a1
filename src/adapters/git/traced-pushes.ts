import { createReadStream } from 'node:fs'
import { access, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { SharedFinding } from '../../kernel/ports/workspaces.ts'
import type { GitContext } from './git-context.ts'
import { safeName } from './safe-name.ts'

/** What git tells whoever pushes from a worktree of the user's repository. */
export const PUSH_REFUSAL = 'Tutti: pushing is refused here; Tutti delivers the work when it is proven.'

/** Where git itself writes down what an agent has it do. */
export const TRACE_VARIABLE = 'GIT_TRACE2_EVENT'

const EVENT = /^\{"event":"(?:def_repo|cmd_name|error|exit|atexit)"/
const PUSHES: ReadonlySet<string> = new Set(['push', 'send-pack', 'http-push'])

interface TraceEvent {
  readonly event: string
  /** Of one git process. */
  readonly sid: string
  readonly worktree?: string
  readonly name?: string
  readonly hierarchy?: string
  readonly msg?: string
  readonly code?: number
}

export function tracesFolder(context: GitContext, run: string): string {
  return join(context.stateFolder, 'agents', `${safeName(run)}.traces`)
}

export function traceFile(context: GitContext, run: string, workspace: string): string {
  return join(tracesFolder(context, run), basename(workspace))
}

/** Every push from the workspace since the trace was last forgotten; one from another repository is not looked at. */
export async function findPushes(file: string, workspace: string): Promise<readonly SharedFinding[]> {
  if (!(await isThere(file))) return []
  const { refused, passed } = await countPushes(file, workspace)
  const finding = (action: SharedFinding['action'], message: string): SharedFinding => ({
    what: 'push',
    name: basename(workspace),
    action,
    message,
  })
  const past = `The agent pushed ${times(passed)} past the refusal: look at what your remotes hold.`
  return [
    ...(refused === 0
      ? []
      : [finding('undone', `The agent tried to push ${times(refused)}; it was refused.`)]),
    ...(passed === 0 ? [] : [finding('reported', past)]),
  ]
}

export async function forgetTrace(context: GitContext, file: string): Promise<void> {
  if (await isThere(file)) await context.effect('forget trace', () => rm(file, { force: true }))
}

async function countPushes(
  file: string,
  workspace: string,
): Promise<{ readonly refused: number; readonly passed: number }> {
  const worktrees = new Map<string, string>()
  const pushing = new Set<string>()
  const count = { refused: 0, passed: 0 }
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    const event = EVENT.test(line) ? parse(line) : null
    if (event === null) continue
    const { sid } = event
    if (event.event === 'def_repo' && event.worktree !== undefined) worktrees.set(sid, event.worktree)
    else if (event.event === 'cmd_name' && isPush(event) && worktrees.get(sid) === workspace) pushing.add(sid)
    else if (event.event === 'error' && event.msg?.includes(PUSH_REFUSAL) === true) pushing.add(sid)
    else if (event.event === 'exit' && pushing.delete(sid))
      count[event.code === 0 ? 'passed' : 'refused'] += 1
    else if (event.event === 'atexit') worktrees.delete(sid)
  }
  // One that was killed got no further than one that was refused, as far as anybody can tell.
  return { ...count, refused: count.refused + pushing.size }
}

/** A push that starts another one counts once. */
function isPush({ name = '', hierarchy = '' }: TraceEvent): boolean {
  return (
    PUSHES.has(name) &&
    !hierarchy
      .split('/')
      .slice(0, -1)
      .some((above) => PUSHES.has(above))
  )
}

function parse(line: string): TraceEvent | null {
  try {
    return JSON.parse(line) as TraceEvent
  } catch {
    return null
  }
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
