import { findRepository } from '../adapters/git/find-repository.ts'
import { settingsTemplate } from '../config/settings-template.ts'
import { findInstalledAgent } from './find-agent.ts'
import { gatesOfCheckout } from './gates-of-checkout.ts'
import { settingsFiles } from './settings-files.ts'
import type { Environment } from './locations.ts'
import { writeNewFile } from './write-new-file.ts'

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
  await writeNewFile(file, text, replace)
  return file
}
