import { findPythonInstall, makesVenv, pythonManifests } from './find-install-python.ts'
import type { RepositoryFiles } from './found-gate.ts'

const installs: readonly (readonly [lockFile: string, command: string])[] = [
  ['package-lock.json', 'npm ci --no-audit --no-fund'],
  ['npm-shrinkwrap.json', 'npm ci --no-audit --no-fund'],
  ['pnpm-lock.yaml', 'pnpm install --frozen-lockfile'],
  ['yarn.lock', 'yarn install --frozen-lockfile'],
  ['bun.lock', 'bun install --frozen-lockfile'],
  ['bun.lockb', 'bun install --frozen-lockfile'],
  ['deno.lock', 'deno install --frozen'],
  ['uv.lock', 'uv sync --frozen'],
  ['poetry.lock', 'poetry install --no-interaction'],
  ['pdm.lock', 'pdm sync'],
  ['Pipfile.lock', 'pipenv sync --dev'],
]

const lockFiles: readonly string[] = installs.map(([lockFile]) => lockFile)

/** Whatever the given install is taken from: when one of these changes, it has to be made again. */
export function sourcesOfInstall(command: string): readonly string[] {
  return makesVenv(command) ? [...lockFiles, ...pythonManifests] : lockFiles
}

/** The ecosystem's install from a frozen lock file at the root; without one, a Python project's own environment. */
export async function findInstall(repository: RepositoryFiles): Promise<string | null> {
  return frozenInstall(repository.files) ?? (await findPythonInstall(repository))
}

function frozenInstall(files: readonly string[]): string | null {
  const command = installs.find(([lockFile]) => files.includes(lockFile))?.[1] ?? null
  const isNewYarn = command?.startsWith('yarn ') === true && files.includes('.yarnrc.yml')
  return isNewYarn ? 'yarn install --immutable' : command
}
