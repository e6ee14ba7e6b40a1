import type { RepositoryFiles } from './found-gate.ts'

/** Where a Python project's own environment is made when no tool of its own makes one. */
export const VENV = '.venv'

/** Where such an environment is taken from. */
export const pythonManifests = [
  'pyproject.toml',
  'setup.py',
  'setup.cfg',
  'requirements.txt',
  'requirements-dev.txt',
  'requirements-test.txt',
  'dev-requirements.txt',
  'test-requirements.txt',
] as const

const OTHER_TOOLS = /^\[tool\.(?:poetry|uv|pdm|hatch\.envs)[\].]/m

/**
 * An environment of the workspace's own, for projects that name dependencies and pin them with no tool that would
 * make one; `null` when there is nothing to install. The environment ignores itself, so that git never sees it.
 */
export async function findPythonInstall({ files, has, read }: RepositoryFiles): Promise<string | null> {
  const text = async (path: string): Promise<string> => (has(path) ? ((await read(path)) ?? '') : '')
  const project = await text('pyproject.toml')
  if (OTHER_TOOLS.test(project)) return null
  const lists: string[] = []
  let listed = ''
  for (const path of pythonManifests.filter((each) => each.endsWith('.txt'))) {
    const list = await text(path)
    if (/^[^\s#]/m.test(list)) lists.push(path)
    listed += `${list}\n`
  }
  const setup = `${await text('setup.py')}\n${await text('setup.cfg')}`
  const isPackage = /^\[project\]/m.test(project) || /\bsetup\(|^\[metadata\]/m.test(setup)
  const needs =
    /^dependencies\s*=\s*\[\s*["']/m.test(project) ||
    /^\[project\.optional-dependencies\]/m.test(project) ||
    /install_requires|extras_require/.test(setup)
  if (lists.length === 0 && !(isPackage && needs)) return null
  const extras = isPackage ? extrasOf(project) : []
  const self = isPackage ? [extras.length === 0 ? '-e .' : `-e '.[${extras.join(',')}]'`] : []
  const isPytest =
    has('pytest.ini') ||
    /^\[tool\.pytest/m.test(project) ||
    files.some((path) => /(?:^|\/)conftest\.py$/.test(path))
  const brings = /^pytest\b/m.test(listed) || /["']pytest\b/.test(project)
  const runner = isPytest && !brings ? ['pytest'] : []
  const wanted = [...lists.map((path) => `-r ${path}`), ...self, ...runner].join(' ')
  return [
    `python3 -m venv ${VENV}`,
    `printf '*\\n' > ${VENV}/.gitignore`,
    `${VENV}/bin/python -m pip install --quiet --disable-pip-version-check ${wanted}`,
  ].join(' && ')
}

/** Whether the install is one of ours, so that gates are run in its environment. */
export function makesVenv(install: string | null): boolean {
  return install?.startsWith(`python3 -m venv ${VENV} `) ?? false
}

/** Those extras that are there for whoever works on the project. */
function extrasOf(project: string): readonly string[] {
  const table = /^\[project\.optional-dependencies\]\n([\s\S]*?)(?=^\[|(?![\s\S]))/m.exec(project)?.[1] ?? ''
  return ['test', 'tests', 'testing', 'dev'].filter((name) => new RegExp(`^${name}\\s*=`, 'm').test(table))
}
