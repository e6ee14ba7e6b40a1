import { readFile } from 'node:fs/promises'
import { Readable, Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { ndJsonStream } from '@agentclientprotocol/sdk'
import { toRunFailure } from '../../../kernel/failure.ts'
import { parseScript } from './parse-script.ts'
import { serveScriptedAgent } from './scripted-agent-server.ts'
import { SessionStore } from './session-store.ts'
import { appendTurnLog } from './turn-log.ts'

/** The scripted agent as a program: `--script FILE --log FILE [--sessions FOLDER] [--mcp stdio]`; ends with its input. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      script: { type: 'string' },
      log: { type: 'string' },
      sessions: { type: 'string' },
      mcp: { type: 'string' },
    },
  })
  const { script: file, log, sessions } = values
  if (file === undefined || log === undefined) throw new Error('Give --script FILE and --log FILE.')
  const script = parseScript(await readFile(file, 'utf8'), file)
  const connection = serveScriptedAgent({
    script,
    store: new SessionStore(sessions ?? null),
    mcp: values.mcp === 'stdio' ? 'stdio' : 'http',
    log: (entry) => appendTurnLog(log, entry),
    stream: ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)),
  })
  await connection.closed
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${toRunFailure(error).message}\n`)
    process.exit(2)
  },
)
