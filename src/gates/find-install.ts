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

/** Files that an install is taken from. */
export const lockFiles: readonly string[] = installs.map(([lockFile]) => lockFile)

/** The ecosystem's install from a frozen lock file, when the repository has one at its root. */
export function findInstall(files: readonly string[]): string | null {
  const command = installs.find(([lockFile]) => files.includes(lockFile))?.[1] ?? null
  const isNewYarn = command?.startsWith('yarn ') === true && files.includes('.yarnrc.yml')
  return isNewYarn ? 'yarn install --immutable' : command
}
