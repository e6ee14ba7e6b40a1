import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { isWithin } from './mount-table.ts'
import { cacheSights, nameInBox } from './package-caches.ts'
import { realOf } from './real-of.ts'
import { readText, withoutSecrets, writeAnew } from './without-secrets.ts'
import type { Sight } from './view.ts'
import { holdsAnyOf } from './view.ts'

/** Where version managers and installers keep programs and nothing else, below a home. */
const TOOL_CHAINS = [
  '.pyenv',
  '.nvm/versions',
  '.sdkman/candidates',
  '.volta/bin',
  '.volta/tools',
  '.asdf',
  '.rbenv',
  '.nodenv',
  '.jenv',
  '.goenv',
  '.rustup',
  '.ghcup',
  '.dotnet',
  '.opam',
  '.deno/bin',
  '.bun/bin',
  '.bun/install/global',
  '.local/lib',
  '.local/pipx',
  '.local/share/pipx',
  '.local/share/fnm',
  '.local/share/mise',
  '.local/share/rtx',
  '.local/share/uv',
  '.local/share/nvm',
  '.local/share/virtualenv',
  '.npm-global',
  '.yarn/bin',
  'go/bin',
  'go/sdk',
  'n',
  'miniconda3',
  'anaconda3',
  'miniforge3',
  'Android/Sdk',
  'bin',
  '.cache/ms-playwright',
  '.cache/puppeteer',
  '.cache/Cypress',
]

/** Settings without secrets. */
const SETTINGS = [
  '.config/git/ignore',
  '.config/git/attributes',
  '.editorconfig',
  '.cargo/bin',
  '.cargo/env',
  '.nvm/alias',
  '.nvm/nvm.sh',
  '.nvmrc',
  '.node-version',
  '.python-version',
  '.ruby-version',
  '.tool-versions',
  '.default-python-packages',
]

/** Settings of git and package managers, which are shown without what could be a login. */
const WITH_LOGINS = [
  '.gitconfig',
  '.config/git/config',
  '.cargo/config',
  '.cargo/config.toml',
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
  '.config/pip/pip.conf',
  '.pip/pip.conf',
  '.config/uv/uv.toml',
]

/** Variables that name the folder of a tool chain. */
const NAMING = [
  'JAVA_HOME',
  'JDK_HOME',
  'MAVEN_HOME',
  'M2_HOME',
  'GRADLE_HOME',
  'GOROOT',
  'RUSTUP_HOME',
  'NVM_BIN',
  'PYENV_ROOT',
  'RBENV_ROOT',
  'VIRTUAL_ENV',
  'CONDA_PREFIX',
  'DOTNET_ROOT',
  'ANDROID_HOME',
  'GEM_HOME',
  'ANDROID_SDK_ROOT',
  'VOLTA_HOME',
  'N_PREFIX',
  'POETRY_HOME',
  'PLAYWRIGHT_BROWSERS_PATH',
]

const MOST_LINKS = 2_000

export interface HomeRequest {
  readonly home: string
  readonly env: Readonly<Record<string, string>>
  /** Where private copies are kept. */
  readonly box: string | null
  /** Folders that must not be shown because something else would be seen with them. */
  readonly kept: readonly string[]
}

/** What of a home is seen: tool chains, settings without secrets, and caches as private copies. */
export function homeSights({ home, env, box, kept }: HomeRequest): readonly Sight[] {
  const show = (path: string): readonly Sight[] => {
    const real = realOf(path)
    if (real === null || !isWithin(path, home) || path === home) return []
    return holdsAnyOf(path, kept) ? [] : [{ kind: 'read', path, from: real }]
  }
  const named = NAMING.flatMap((name) => (env[name] === undefined ? [] : [env[name]]))
  return [
    { kind: 'scratch', path: home },
    ...[...TOOL_CHAINS, ...SETTINGS].flatMap((name) => show(join(home, name))),
    ...[...named, ...programFolders(env['PATH'] ?? '', home)].filter(isAbsolute).flatMap(show),
    ...(box === null ? [] : cacheSights(home, box, kept)),
    ...(box === null ? [] : WITH_LOGINS.flatMap((name) => withoutLogins(home, name, box))),
  ]
}

function withoutLogins(home: string, name: string, box: string): readonly Sight[] {
  const path = join(home, name)
  const text = readText(path)
  if (text === null) return []
  const from = join(box, 'settings', nameInBox(home, name))
  writeAnew(from, withoutSecrets(text))
  return [{ kind: 'read', path, from }]
}

/** Folders of programs on a PATH, as far as they lie in a home, and of what links in there lead to. */
function programFolders(path: string, home: string): readonly string[] {
  const folders = path.split(':').filter((folder) => isWithin(folder, home) && folder !== home)
  return folders.flatMap((folder) => [installRoot(folder, home), ...linkedFrom(folder, home)])
}

/** Programs on a PATH that lie where everybody may write, such as a tool chain that was unpacked there. */
export function programSights(place: string, path: string, kept: readonly string[]): readonly Sight[] {
  const folders = path.split(':').filter((folder) => isWithin(folder, place) && folder !== place)
  return [...folders, ...folders.flatMap((folder) => linkedFrom(folder, place))].flatMap((shown) => {
    const real = realOf(shown)
    if (real === null || !isWithin(real, place) || real === place || holdsAnyOf(real, kept)) return []
    return [{ kind: 'read', path: shown, from: real } as const]
  })
}

/** `<root>/bin` is shown with its root, unless other things have their place beside it. */
function installRoot(folder: string, home: string): string {
  const root = dirname(folder)
  const isShared = ['.local', '.cargo', '.npm-global', 'go'].includes(basename(root)) || root === home
  return basename(folder) === 'bin' && !isShared && dirname(root) !== home ? root : folder
}

function linkedFrom(folder: string, home: string): readonly string[] {
  return linksIn(folder).flatMap((link) => {
    const real = realOf(link)
    return real === null || !isWithin(real, home) ? [] : [packageOf(real, [home])]
  })
}

function linksIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isSymbolicLink())
      .slice(0, MOST_LINKS)
      .flatMap(({ name }) => [join(folder, name), resolve(folder, readlinkSync(join(folder, name)))])
  } catch {
    return []
  }
}

/** What belongs to a program: all modules around it, the folder of its package, or else itself alone. */
export function packageOf(file: string, barred: readonly string[]): string {
  const modules = file.indexOf('/node_modules/')
  const around = modules === -1 ? null : file.slice(0, modules + '/node_modules'.length)
  if (around !== null && !holdsAnyOf(around, barred)) return around
  for (let at = dirname(file); !holdsAnyOf(at, barred) && at !== dirname(at); at = dirname(at)) {
    if (existsSync(join(at, 'package.json')) || existsSync(join(at, 'pyvenv.cfg'))) return at
  }
  return file
}
