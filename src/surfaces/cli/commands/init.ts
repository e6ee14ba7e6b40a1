import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { settingsTemplate } from '../../../config/settings-template.ts'
import { findInstalledAgent } from '../../../host/choose-agents.ts'
import { openHost } from '../../../host/host.ts'
import { settingsFiles } from '../../../host/load-settings.ts'
import { RunFailure } from '../../../kernel/failure.ts'
import { findProvingCommand } from '../../../stages/find-proving-command.ts'
import type { Terminal } from '../terminal.ts'

/** Writes a first tutti.yaml from what the repository and the machine show. */
export async function initCommand(
  terminal: Terminal,
  { force }: { readonly force: boolean },
): Promise<number> {
  const { cwd, environment } = terminal
  const { locations } = await openHost({ cwd, environment, flags: [] })
  const { root } = locations.repository
  const { repository: file } = settingsFiles(root, environment)
  const command = await findProvingCommand(await readdir(root), (path) =>
    readFile(join(root, path), 'utf8').catch(() => null),
  )
  const text = settingsTemplate({
    agent: findInstalledAgent(environment),
    verify: command === null ? [] : [command],
    prepare: null,
    schema: null,
  })
  try {
    await writeFile(file, text, { flag: force ? 'w' : 'wx' })
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) throw cause
    const message = `${file} is there already; edit it, or replace it with --force.`
    throw new RunFailure({ code: 'bad-input', message }, { cause })
  }
  terminal.out(`Wrote ${file}. Look at it, commit it, then: tutti run "what is to be done"`)
  return 0
}
