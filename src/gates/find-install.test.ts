import { expect, it } from 'vitest'
import { findInstall, isSourceOf } from './find-install.ts'
import { repositoryFiles } from './found-gate.ts'

const venv = (wanted: string): string =>
  `python3 -m venv .venv && printf '*\\n' > .venv/.gitignore && .venv/bin/python -m pip install --quiet --disable-pip-version-check ${wanted}`

const needing = (packageManager?: string): string =>
  JSON.stringify({
    devDependencies: { ava: '^6.0.0' },
    ...(packageManager === undefined ? {} : { packageManager }),
  })

it.each<[Record<string, string>, string | null]>([
  [{ 'package.json': '{}', 'package-lock.json': '' }, 'npm ci --no-audit --no-fund'],
  [{ 'pnpm-lock.yaml': '' }, 'pnpm install --frozen-lockfile'],
  [{ 'yarn.lock': '' }, 'yarn install --frozen-lockfile'],
  [{ 'yarn.lock': '', '.yarnrc.yml': '' }, 'yarn install --immutable'],
  [{ 'bun.lockb': '' }, 'bun install --frozen-lockfile'],
  [{ 'uv.lock': '' }, 'uv sync --frozen'],
  [{ 'sub/package-lock.json': '' }, null],
  [{}, null],
  [{ 'package.json': '{}' }, null],
  [{ 'package.json': '{"dependencies": {}}' }, null],
  [{ 'package.json': 'no manifest' }, null],
  [{ 'package.json': needing() }, 'npm install --no-package-lock --no-audit --no-fund'],
  [{ 'package.json': needing('pnpm@9.1.0') }, 'pnpm install --no-lockfile'],
  [{ 'package.json': needing('yarn@1.22.22') }, 'yarn install --no-lockfile'],
  [{ 'package.json': needing('yarn@4.1.0'), '.yarnrc.yml': '' }, null],
  [{ 'package.json': needing(), 'requirements.txt': 'attrs\n' }, venv('-r requirements.txt')],
  [{ 'requirements.txt': 'attrs\n' }, venv('-r requirements.txt')],
  [{ 'requirements.txt': '# nothing yet\n' }, null],
  [{ 'requirements.txt': 'attrs\n', 'package-lock.json': '' }, 'npm ci --no-audit --no-fund'],
  [{ 'requirements.txt': 'attrs\n', 'pytest.ini': '' }, venv('-r requirements.txt pytest')],
  [
    { 'requirements.txt': 'attrs\n', 'requirements-dev.txt': 'pytest\n', 'pytest.ini': '' },
    venv('-r requirements.txt -r requirements-dev.txt'),
  ],
  [{ 'pyproject.toml': '[project]\nname = "a"\ndependencies = ["attrs"]\n' }, venv('-e .')],
  [{ 'pyproject.toml': '[project]\nname = "a"\n' }, null],
  [
    {
      'pyproject.toml':
        '[project]\nname = "a"\ndependencies = ["attrs"]\n\n[project.optional-dependencies]\ntest = ["pytest"]\ndocs = ["sphinx"]\n',
      'conftest.py': '',
    },
    venv("-e '.[test]'"),
  ],
  [{ 'pyproject.toml': '[tool.poetry]\nname = "a"\n', 'requirements.txt': 'a\n' }, null],
])('installs %o by %s', async (files, command) => {
  const known = repositoryFiles(Object.keys(files), async (path) => files[path] ?? null)
  expect(await findInstall(known)).toBe(command)
})

it('makes an environment anew when what it was made from changes', () => {
  expect(isSourceOf(venv('-e .'), 'pyproject.toml')).toBe(true)
  expect(isSourceOf('npm ci', 'pyproject.toml')).toBe(false)
  expect(isSourceOf('npm ci', 'packages/one/package.json')).toBe(true)
  expect(isSourceOf('npm ci', 'patches/left-pad.patch')).toBe(true)
  expect(isSourceOf('npm ci', 'src/package.js')).toBe(false)
  expect(isSourceOf('cp vendor/tax.js node_modules/tax.js', 'vendor/tax.js')).toBe(true)
})
