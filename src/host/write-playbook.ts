import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { findRepository } from '../adapters/git/find-repository.ts'
import { RunFailure } from '../kernel/failure.ts'
import type { Environment } from './locations.ts'
import { playbookTemplate } from './playbook-template.ts'

/** Writes a first playbook of a team's own into the repository around a folder; gives its path. */
export async function writePlaybook(
  folder: string,
  environment: Environment,
  replace: boolean,
): Promise<string> {
  const { root } = await findRepository(folder, environment)
  const file = join(root, '.tutti/playbooks/example.ts')
  try {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, playbookTemplate, { flag: replace ? 'w' : 'wx' })
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
