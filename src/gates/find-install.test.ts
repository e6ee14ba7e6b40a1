import { expect, it } from 'vitest'
import { findInstall, sourcesOfInstall } from './find-install.ts'
import { repositoryFiles } from './found-gate.ts'

const venv = (wanted: string): string =>
  `python3 -m venv .venv && printf '*\\n' > .venv/.gitignore && .venv/bin/python -m pip install --quiet --disable-pip-version-check ${wanted}`

it.each<[Record<string, string>, string | null]>([
  [{ 'package.json': '{}', 'package-lock.json': '' }, 'npm ci --no-audit --no-fund'],
  [{ 'pnpm-lock.yaml': '' }, 'pnpm install --frozen-lockfile'],
  [{ 'yarn.lock': '' }, 'yarn install --frozen-lockfile'],
  [{ 'yarn.lock': '', '.yarnrc.yml': '' }, 'yarn install --immutable'],
  [{ 'bun.lockb': '' }, 'bun install --frozen-lockfile'],
  [{ 'uv.lock': '' }, 'uv sync --frozen'],
  [{ 'sub/package-lock.json': '' }, null],
  [{}, null],
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
  expect(sourcesOfInstall(venv('-e .'))).toContain('pyproject.toml')
  expect(sourcesOfInstall('npm ci')).not.toContain('pyproject.toml')
})
