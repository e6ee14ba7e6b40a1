import type { FoundGate, RepositoryFiles } from './found-gate.ts'
import { usualGate } from './found-gate.ts'
import { findInstall } from './find-install.ts'
import { makesVenv, VENV } from './find-install-python.ts'

const manifests = [
  'pyproject.toml',
  'setup.py',
  'setup.cfg',
  'tox.ini',
  'noxfile.py',
  'pytest.ini',
  'Pipfile',
  'requirements.txt',
  'conftest.py',
]

/** What Python projects are tested and checked with, where something of theirs says so; run in their environment. */
export async function findPythonGates(repository: RepositoryFiles): Promise<readonly FoundGate[]> {
  const { files, has, read } = repository
  const rootTests = files.some((path) => /^test_[^/]*\.py$/.test(path))
  if (!has(...manifests) && !rootTests) return []
  const text = async (path: string): Promise<string> => (await read(path)) ?? ''
  const [project, setup, tox] = [await text('pyproject.toml'), await text('setup.cfg'), await text('tox.ini')]
  const wanted = [project, setup, tox, await text('Pipfile')]
  for (const path of files.filter((each) => /^requirements[^/]*\.txt$/.test(each)))
    wanted.push(await text(path))
  const isOwn = prefixOf(project, has) === '' && makesVenv(await findInstall(repository))
  const prefix = isOwn ? `. ${VENV}/bin/activate && ` : prefixOf(project, has)
  const gates: FoundGate[] = []

  if (has('mypy.ini', '.mypy.ini') || /^\[(?:tool\.)?mypy\]/m.test(`${project}\n${setup}`))
    gates.push(
      usualGate(
        'typecheck',
        `${prefix}mypy${/^files\s*=/m.test(`${project}\n${setup}\n${await text('mypy.ini')}`) ? '' : ' .'}`,
      ),
    )
  else if (has('pyrightconfig.json') || /^\[tool\.(?:based)?pyright/m.test(project))
    gates.push(usualGate('typecheck', `${prefix}pyright`))

  if (has('ruff.toml', '.ruff.toml') || /^\[tool\.ruff/m.test(project))
    gates.push(usualGate('lint', `${prefix}ruff check`))
  else if (has('.flake8') || /^\[flake8\]/m.test(`${setup}\n${tox}`))
    gates.push(usualGate('lint', `${prefix}flake8`))

  const test = testCommand()
  return test === null ? gates : [...gates, usualGate('test', test)]

  function testCommand(): string | null {
    const named = wanted.some((each) => /^\[(?:tool[.:])?pytest|\bpytest\b/m.test(each))
    const found = has('pytest.ini') || files.some((path) => /(?:^|\/)conftest\.py$/.test(path))
    if (named || found)
      return prefix === '' ? 'python3 -m pytest -v' : `${prefix}${isOwn ? 'python -m ' : ''}pytest -v`
    if (has('tox.ini') || /^\[tool\.tox/m.test(project)) return `${prefix}tox`
    if (has('noxfile.py')) return `${prefix}nox`
    const python = prefix === '' ? 'python3' : `${prefix}python`
    if (rootTests) return `${python} -m unittest discover -v`
    const folder = ['tests', 'test'].find((each) =>
      files.some((path) => path.startsWith(`${each}/test`) && path.endsWith('.py')),
    )
    return folder === undefined ? null : `${python} -m unittest discover -v -s ${folder}`
  }
}

function prefixOf(project: string, has: RepositoryFiles['has']): string {
  if (has('uv.lock') || /^\[tool\.uv[\].]/m.test(project)) return 'uv run '
  if (has('poetry.lock') || /^\[tool\.poetry[\].]/m.test(project)) return 'poetry run '
  if (has('pdm.lock')) return 'pdm run '
  return has('Pipfile.lock') ? 'pipenv run ' : ''
}
