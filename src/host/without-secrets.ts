import { closeAfter } from '../adapters/places/folder-handle.ts'
import { openAnew } from '../adapters/places/open-anew.ts'
import { openRegular } from '../adapters/places/open-regular.ts'
import { RunFailure } from '../kernel/failure.ts'
import type { Json } from '../kernel/json.ts'
import type { Agents } from '../kernel/ports/agents.ts'
import type { Commands } from '../kernel/ports/commands.ts'
import type { Effect } from '../kernel/ports/effect.ts'
import type { Files } from '../kernel/ports/files.ts'
import type { Secrets } from '../kernel/ports/secrets.ts'
import type { Tools } from '../kernel/ports/tools.ts'

/** What agents say and are refused, without the secrets in it: so none reaches the journal, a prompt or a report. */
export function agentsWithout(secrets: Secrets, agents: Agents): Agents {
  return {
    turn: async (request, hooks) => {
      try {
        const reply = await agents.turn(request, {
          ...hooks,
          onActivity: (activity) =>
            hooks.onActivity({ ...activity, text: secrets.withoutKnown(activity.text) }),
          onRefused: (what) => hooks.onRefused(secrets.withoutKnown(what)),
        })
        return { ...reply, text: await secrets.redact(reply.text) }
      } catch (thrown) {
        if (!(thrown instanceof RunFailure)) throw thrown
        const message = await secrets.redact(thrown.failure.message)
        if (message === thrown.failure.message) throw thrown
        throw new RunFailure({ ...thrown.failure, message })
      }
    },
    end: (session) => agents.end(session),
    canResume: (agent) => agents.canResume(agent),
    close: () => agents.close(),
  }
}

/** What agents hand in through their tools. */
export function toolsWithout(secrets: Secrets, tools: Tools): Tools {
  return {
    open: (offer) =>
      tools.open({
        ...offer,
        call: async (name, input) => offer.call(name, await redactJson(secrets, input)),
      }),
    forget: (session) => tools.forget(session),
    close: () => tools.close(),
  }
}

/** What commands print and report. The file of what one printed is written again where a known secret stood in it. */
export function commandsWithout(secrets: Secrets, commands: Commands, effect: Effect): Commands {
  const withoutKnown = (text: string): string => secrets.withoutKnown(text)
  return {
    identity: (lines) => commands.identity(lines),
    run: async (request, hooks) => {
      const result = await commands.run(request, {
        ...hooks,
        onActivity: (activity) => hooks.onActivity({ ...activity, text: withoutKnown(activity.text) }),
      })
      const text = withoutKnown(result.text)
      if (text !== result.text || !result.whole) await cleanFile(secrets, result.outputFile, effect)
      const reports = result.reports.map((report) => ({ ...report, text: withoutKnown(report.text) }))
      return { ...result, text, reports, output: await secrets.redact(result.output) }
    },
  }
}

/** What is kept beside the journal, such as the text of a pull request. */
export function filesWithout(secrets: Secrets, files: Files): Files {
  return {
    read: (workspace, path) => files.read(workspace, path),
    write: (workspace, path, text) => files.write(workspace, path, text),
    remove: (workspace, path) => files.remove(workspace, path),
    keep: async (name, content) =>
      files.keep(name, typeof content === 'string' ? await secrets.redact(content) : content),
  }
}

async function cleanFile(secrets: Secrets, file: string, effect: Effect): Promise<void> {
  const read = await openRegular(file).catch(() => null)
  if (read === null) return
  const text = await closeAfter(read, read.readFile('utf8'))
  const clean = secrets.withoutKnown(text)
  if (clean === text) return
  await effect('redact output', async () => {
    const handle = await openAnew(file, 0o600)
    await closeAfter(handle, handle.writeFile(clean))
  })
}

async function redactJson(secrets: Secrets, value: Json): Promise<Json> {
  if (typeof value === 'string') return secrets.redact(value)
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return Promise.all(value.map((item: Json) => redactJson(secrets, item)))
  const entries = Object.entries(value).map(
    async ([key, item]) => [key, await redactJson(secrets, item as Json)] as const,
  )
  return Object.fromEntries(await Promise.all(entries))
}
