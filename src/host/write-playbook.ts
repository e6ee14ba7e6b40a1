import { join } from 'node:path'
import { findRepository } from '../adapters/git/find-repository.ts'
import type { Environment } from './locations.ts'
import { playbookTemplate } from './playbook-template.ts'
import { writeNewFile } from './write-new-file.ts'

/** Writes a first playbook of a team's own into the repository around a folder; gives its path. */
export async function writePlaybook(
  folder: string,
  environment: Environment,
  replace: boolean,
): Promise<string> {
  const { root } = await findRepository(folder, environment)
  const file = join(root, '.tutti/playbooks/example.ts')
  await writeNewFile(file, playbookTemplate, replace)
  return file
}
