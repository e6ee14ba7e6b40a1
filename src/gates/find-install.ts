import { findPythonInstall, makesVenv, pythonManifests } from './find-install-python.ts'
import type { RepositoryFiles } from './found-gate.ts'
import { managerOf } from './node-packages.ts'
import { fieldIn, parseJson } from './reports/loose-json.ts'

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
const manifests = [
  'package.json',
  '.npmrc',
  'pnpm-workspace.yaml',
  '.pnpmfile.cjs',
  '.yarnrc',
  '.yarnrc.yml',
  'bunfig.toml',
  'deno.json',
  'deno.jsonc',
]
const sources = new Set([...lockFiles, ...manifests])
const pythonSources = new Set<string>([...lockFiles, ...pythonManifests, 'uv.toml', 'poetry.toml', 'Pipfile'])

/** Whether what a preparation makes may depend on a file: manifests and patches of an install, and what the command names. */
export function isSourceOf(command: string, path: string): boolean {
  const steps = path.split('/')
  const name = steps.at(-1) ?? ''
  const isPython = makesVenv(command) || /^(?:uv|poetry|pdm|pipenv) /.test(command)
  if ((isPython ? pythonSources : sources).has(name)) return true
  return steps.includes('patches') || steps[0] === '.yarn' || command.includes(path)
}

/** Without a lock file, and without writing one: nobody asked for it, and the work would not be the only change. */
const unlocked: Readonly<Record<string, string>> = {
  npm: 'npm install --no-package-lock --no-audit --no-fund',
  pnpm: 'pnpm install --no-lockfile',
  bun: 'bun install --no-save',
}

/**
 * The ecosystem's install from a frozen lock file at the root; without one, a Python project's own environment, or
 * what a package.json needs: many libraries keep no lock file.
 */
export async function findInstall(repository: RepositoryFiles): Promise<string | null> {
  return (
    frozenInstall(repository.files) ??
    (await findPythonInstall(repository)) ??
    (await findUnlockedInstall(repository))
  )
}

async function findUnlockedInstall(repository: RepositoryFiles): Promise<string | null> {
  const manifest = parseJson((await repository.read('package.json')) ?? '')
  const needs = ['dependencies', 'devDependencies'].some((key) => {
    const named = fieldIn(manifest, key)
    return typeof named === 'object' && named !== null && Object.keys(named).length > 0
  })
  if (!needs) return null
  const manager = managerOf(manifest, repository)
  const isOldYarn = manager === 'yarn' && !repository.has('.yarnrc.yml')
  return isOldYarn ? 'yarn install --no-lockfile' : (unlocked[manager] ?? null)
}

function frozenInstall(files: readonly string[]): string | null {
  const command = installs.find(([lockFile]) => files.includes(lockFile))?.[1] ?? null
  const isNewYarn = command?.startsWith('yarn ') === true && files.includes('.yarnrc.yml')
  return isNewYarn ? 'yarn install --immutable' : command
}
