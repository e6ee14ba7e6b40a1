import { createReadStream } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { SharedFinding } from '../../kernel/ports/workspaces.ts'
import { whenGone } from './file-errors.ts'
import type { GitContext } from './git-context.ts'
import { removeState } from './remove-state.ts'
import { safeName } from './safe-name.ts'

/** What git tells whoever pushes from a worktree of the user's repository. */
export const PUSH_REFUSAL = 'Tutti: pushing is refused here; Tutti delivers the work when it is proven.'

/** Where git itself writes down what an agent has it do. */
export const TRACE_VARIABLE = 'GIT_TRACE2_EVENT'

const EVENT = /^\{"event":"(?:def_repo|cmd_name|error|atexit)"/
const PUSHES: ReadonlySet<string> = new Set(['push', 'send-pack', 'http-push'])

/** An agent that writes more than this has other things in mind than to be found out. */
const MOST_BYTES = 64 * 1024 * 1024

/** A field that the event does not have, or not as text, is empty; `sid` stands for one git process. */
type TraceEvent = Readonly<Record<'event' | 'sid' | 'worktree' | 'name' | 'hierarchy' | 'msg', string>>

export function tracesFolder(context: GitContext, run: string): string {
  return join(context.stateFolder, 'agents', `${safeName(run)}.traces`)
}

/** In a folder of its own: whoever may write there writes of no other workspace. */
export function traceFile(context: GitContext, run: string, workspace: string): string {
  return join(tracesFolder(context, run), basename(workspace), 'events')
}

/** Every push from the workspace since the trace was last forgotten; one from another repository is not looked at. */
export async function findPushes(file: string, workspace: string): Promise<readonly SharedFinding[]> {
  if ((await lstat(file).catch(whenGone(null)))?.isFile() !== true) return []
  const { refused, passed } = await countPushes(file, workspace)
  const finding = (action: SharedFinding['action'], message: string): SharedFinding => ({
    what: 'push',
    name: basename(workspace),
    action,
    message,
  })
  const past = `The agent got past the refusal to push ${times(passed)}: look at what your remotes hold.`
  return [
    ...(refused === 0
      ? []
      : [finding('undone', `The agent tried to push ${times(refused)}; it was refused.`)]),
    ...(passed === 0 ? [] : [finding('reported', past)]),
  ]
}

export async function forgetTrace(context: GitContext, file: string): Promise<void> {
  const isThere = (await lstat(file).catch(whenGone(null))) !== null
  if (isThere) await context.effect('forget trace', () => removeState(context, file))
}

async function countPushes(
  file: string,
  workspace: string,
): Promise<{ readonly refused: number; readonly passed: number }> {
  const worktrees = new Map<string, string>()
  const pushes = new Map<string, 'refused' | 'passed'>()
  const input = createReadStream(file, { end: MOST_BYTES })
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    const event = EVENT.test(line) ? parse(line) : null
    if (event === null) continue
    const { sid, worktree, msg } = event
    if (event.event === 'def_repo') worktrees.set(sid, worktree)
    else if (event.event === 'cmd_name' && isPush(event) && worktrees.get(sid) === workspace) {
      pushes.set(sid, 'passed')
    } else if (event.event === 'error' && isRefusal(msg, pushes.has(sid))) pushes.set(sid, 'refused')
    else if (event.event === 'atexit') worktrees.delete(sid)
  }
  const ends = [...pushes.values()]
  const refused = ends.filter((end) => end === 'refused').length
  return { refused, passed: ends.length - refused }
}

/** Of our own settings, which are read before anything is sent; whatever else fails may fail halfway. */
function isRefusal(message: string, isPushing: boolean): boolean {
  return message.includes(PUSH_REFUSAL) || (isPushing && message.includes("'push.gpgsign'"))
}

/** A push that starts another one counts once. */
function isPush({ name, hierarchy }: TraceEvent): boolean {
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
    const found = JSON.parse(line) as Readonly<Record<string, unknown>>
    const text = (key: string): string => (typeof found[key] === 'string' ? found[key] : '')
    const [event, sid, worktree] = [text('event'), text('sid'), text('worktree')]
    return { event, sid, worktree, name: text('name'), hierarchy: text('hierarchy'), msg: text('msg') }
  } catch {
    return null
  }
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}
