import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { profileOf } from './agent-sets.ts'

/**
 * Installs the versions that were tried, unmodified, each agent into a folder of its own: `<folder>/<name>`. What is
 * there already is left alone. Nothing of it ever becomes a dependency of this package.
 */
export function installAgents(names: Iterable<string>, folder: string): void {
  for (const name of names) installAgent(name, join(folder, name))
}

function installAgent(name: string, folder: string): void {
  const { tried } = profileOf(name)
  const wanted = tried.map(({ package: of, version }) => `${of}@${version}`)
  const isThere = tried.every(({ package: of, version }) => installedVersion(folder, of) === version)
  if (!isThere) {
    mkdirSync(folder, { recursive: true })
    // A program that asks for a newer Node than ours says so by itself when it is started.
    const quiet = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error', '--force']
    const { status } = spawnSync('npm', ['install', '--prefix', folder, ...quiet, ...wanted], {
      stdio: 'inherit',
    })
    if (status !== 0) throw new Error(`${name} could not be installed: npm ended with ${status}.`)
  }
  console.log(`${name}: ${wanted.join(', ')}${isThere ? ' (was there)' : ''}`)
}

function installedVersion(folder: string, of: string): string | null {
  try {
    const text = readFileSync(join(folder, 'node_modules', of, 'package.json'), 'utf8')
    return (JSON.parse(text) as { version: string }).version
  } catch {
    return null
  }
}
