import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { profileOf } from './agent-sets.ts'

/** Where an agent is installed, with all that it brings. */
export function agentFolder(name: string): string {
  return join(process.env['TUTTI_TEST_AGENTS'] ?? 'build-agents', name)
}

/** The folder of an agent's commands. */
export function programsOf(name: string): string {
  return join(agentFolder(name), 'node_modules/.bin')
}

/** The versions that are installed, of the program and of what leads it. */
export function versionOf(name: string): string {
  const versions = profileOf(name).tried.map(({ package: of }) => {
    const file = join(agentFolder(name), 'node_modules', of, 'package.json')
    return (JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }).version
  })
  return versions.join(' + ')
}
