import { writeFile } from 'node:fs/promises'
import { findRepository } from '../adapters/git/find-repository.ts'
import { settingsTemplate } from '../config/settings-template.ts'
import { RunFailure } from '../kernel/failure.ts'
import { findInstalledAgent } from './choose-agents.ts'
import { gatesOfCheckout } from './gates-of-checkout.ts'
import { settingsFiles } from './settings-files.ts'
import type { Environment } from './locations.ts'

/** Writes tutti.yaml at the root of the repository around a folder, from what can be seen there; gives its path. */
export async function writeFirstSettings(
  folder: string,
  environment: Environment,
  replace: boolean,
): Promise<string> {
  const { root } = await findRepository(folder, environment)
  const { repository: file } = settingsFiles(root, environment)
  const gates = await gatesOfCheckout(root)
  const text = settingsTemplate({
    agent: findInstalledAgent(environment),
    verify: gates.map(({ command }) => command),
    prepare: null,
    schema: null,
  })
  try {
    await writeFile(file, text, { flag: replace ? 'w' : 'wx' })
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') {
      const message = `${file} is there already; edit it, or replace it with --force.`
      throw new RunFailure({ code: 'bad-input', message }, { cause })
    }
    const reason = cause instanceof Error ? cause.message : String(cause)
    const message = `${file} cannot be written (${reason}); make room for it there, or let this user write it.`
    throw new RunFailure({ code: 'workspace-failed', message }, { cause })
  }
  return file
}
