import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Json } from '../../../kernel/json.ts'
import type { ToolAnswer } from '../../../kernel/ports/tools.ts'
import { runShell } from './run-shell.ts'
import type { Act, PermissionAct } from './script.ts'
import { ScriptedError } from './scripted-error.ts'

/** Where the acts of one turn are played: the real program or the double in the same process. */
export interface Stage {
  readonly path: string
  /** Aborted when the turn is cancelled. */
  readonly signal: AbortSignal
  say(text: string): Promise<void>
  think(text: string): Promise<void>
  /** Shows a tool call that has been made. */
  showTool(tool: { readonly title: string; readonly kind: string; readonly path?: string }): Promise<void>
  /** Tells what the turn has cost so far. */
  tellSpent(spent: Spent): Promise<void>
  /** Calls a tool; `null` where it was offered none. Contract: tells the log what it was told. */
  callTool(name: string, input: Json): Promise<ToolAnswer | null>
  askPermission(ask: PermissionAct): Promise<boolean>
  wait(ms: number): Promise<void>
  crash(code: number): Promise<never>
  garbage(bytes: number): Promise<void>
  hang(): Promise<never>
  /** Ends only when the turn is cancelled. */
  stall(): Promise<never>
  spawnDaemon(pidFile: string): Promise<void>
}

export interface Spent {
  readonly tokens: number | null
  readonly usd: number | null
}

/** Plays acts in order; rejects with `ScriptedError`, or with the signal's reason when the turn is cancelled. */
export async function playActs(acts: readonly Act[], stage: Stage): Promise<Spent> {
  let spent: Spent = { tokens: null, usd: null }
  for (const act of acts) {
    stage.signal.throwIfAborted()
    if (act.act === 'usage') {
      spent = { tokens: (spent.tokens ?? 0) + act.tokens, usd: (spent.usd ?? 0) + act.usd }
      await stage.tellSpent(spent)
    } else if (!(await playAct(act, stage))) break
  }
  stage.signal.throwIfAborted()
  return spent
}

/** Resolves with whether the turn goes on. */
async function playAct(act: Exclude<Act, { act: 'usage' }>, stage: Stage): Promise<boolean> {
  switch (act.act) {
    case 'say':
      await stage.say(act.text)
      return true
    case 'reply':
      await stage.say(`\`\`\`json\n${JSON.stringify(act.value, null, 2)}\n\`\`\`\n`)
      return true
    case 'write':
    case 'edit':
    case 'remove':
      await changeFile(act, stage)
      return true
    case 'run': {
      const exit = await runShell(act.command, stage.path, stage.signal)
      await stage.showTool({ title: `run ${act.command} (exit ${exit})`, kind: 'execute' })
      return true
    }
    case 'wait':
      await stage.wait(act.ms)
      return true
    case 'crash':
      return stage.crash(act.code)
    case 'garbage':
      await stage.garbage(act.bytes)
      return true
    case 'hang':
      return stage.hang()
    case 'stall':
      return stage.stall()
    case 'ponder':
      for (let left = act.ms; left > 0; left -= act.everyMs) {
        await stage.wait(Math.min(left, act.everyMs))
        await stage.think('Still at it.')
      }
      return true
    case 'rate-limit':
      throw new ScriptedError(
        -32003,
        `Rate limit exceeded, retry after ${act.retryAfterSeconds} seconds`,
        act.retryAfterSeconds,
      )
    case 'error':
      throw new ScriptedError(act.code, act.message)
    case 'ask-permission':
      return stage.askPermission(act)
    case 'tool': {
      const answer = await stage.callTool(act.name, act.input)
      const outcome = answer === null ? 'no such tool' : answer.isError ? 'refused' : 'taken'
      await stage.showTool({ title: `call ${act.name} (${outcome})`, kind: 'other' })
      return true
    }
    case 'spawn-daemon':
      await stage.spawnDaemon(resolve(stage.path, act.pidFile))
      return true
  }
}

async function changeFile(
  act: Extract<Act, { act: 'write' | 'edit' | 'remove' }>,
  stage: Stage,
): Promise<void> {
  const file = resolve(stage.path, act.path)
  try {
    if (act.act === 'remove') await rm(file, { recursive: true })
    else {
      const text = act.act === 'write' ? act.text : await edited(file, act.find, act.replace)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, text)
    }
  } catch (error) {
    if (error instanceof ScriptedError) throw error
    const why = error instanceof Error ? error.message : String(error)
    throw new ScriptedError(-32603, `The script cannot ${act.act} ${act.path}: ${why}`)
  }
  const kind = act.act === 'remove' ? 'delete' : 'edit'
  await stage.showTool({ title: `${act.act} ${act.path}`, kind, path: file })
}

async function edited(file: string, find: string, replace: string): Promise<string> {
  const text = await readFile(file, 'utf8')
  if (!text.includes(find)) throw new ScriptedError(-32603, `The script finds no \`${find}\` in ${file}`)
  return text.replace(find, () => replace)
}
