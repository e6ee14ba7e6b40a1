type ReadFile = (path: string) => Promise<string | null>

/** The command by which this repository tests itself, as its own files say; `null` when they do not. */
export async function findProvingCommand(files: readonly string[], read: ReadFile): Promise<string | null> {
  if (files.includes('package.json') && hasTestScript(await read('package.json'))) return packageTest(files)
  if (files.includes('Cargo.toml')) return 'cargo test'
  if (files.includes('go.mod')) return 'go test ./...'
  if (files.includes('pytest.ini') || files.includes('conftest.py')) return 'python -m pytest -q'
  if (/^\[tool\.pytest/m.test((await readIf(files, 'pyproject.toml', read)) ?? ''))
    return 'python -m pytest -q'
  if (/^test:/m.test((await readIf(files, 'Makefile', read)) ?? '')) return 'make test'
  return null
}

function packageTest(files: readonly string[]): string {
  if (files.includes('pnpm-lock.yaml')) return 'pnpm test'
  if (files.includes('yarn.lock')) return 'yarn test'
  if (files.includes('bun.lock')) return 'bun run test'
  return 'npm test'
}

function hasTestScript(text: string | null): boolean {
  try {
    const { scripts } = JSON.parse(text ?? '{}') as { scripts?: Record<string, unknown> }
    const script = scripts?.['test']
    return typeof script === 'string' && !script.includes('no test specified')
  } catch {
    return false
  }
}

async function readIf(files: readonly string[], path: string, read: ReadFile): Promise<string | null> {
  return files.includes(path) ? read(path) : null
}
