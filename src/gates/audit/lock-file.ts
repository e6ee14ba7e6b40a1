import type { ChangedFile } from '../../kernel/ports/repository.ts'
import { foldPath } from './fold-path.ts'

const npm = /^package\.json$/
const python = /^pyproject\.toml$/
const manifests: ReadonlyMap<string, RegExp> = new Map([
  ['package-lock.json', npm],
  ['npm-shrinkwrap.json', npm],
  ['pnpm-lock.yaml', /^(?:package\.json|pnpm-workspace\.yaml)$/],
  ['yarn.lock', npm],
  ['.pnp.cjs', npm],
  ['.pnp.loader.mjs', npm],
  ['.pnp.data.json', npm],
  ['bun.lock', npm],
  ['bun.lockb', npm],
  ['deno.lock', /^(?:deno\.jsonc?|package\.json)$/],
  ['uv.lock', python],
  ['poetry.lock', python],
  ['pdm.lock', python],
  ['pipfile.lock', /^pipfile$/],
  ['cargo.lock', /^cargo\.toml$/],
  ['go.sum', /^go\.mod$/],
  ['go.work.sum', /^go\.(?:mod|work)$/],
  ['gemfile.lock', /^gemfile$|\.gemspec$/],
  ['composer.lock', /^composer\.json$/],
  ['packages.lock.json', /\.(?:cs|fs|vb)proj$|^directory\.packages\.props$/],
  ['gradle.lockfile', /^build\.gradle(?:\.kts)?$|\.versions\.toml$/],
  ['mix.lock', /^mix\.exs$/],
  ['pubspec.lock', /^pubspec\.yaml$/],
  ['package.resolved', /^package\.swift$/],
  ['flake.lock', /^flake\.nix$/],
])

/** Parts of a package.json that no lock file repeats. */
const unlocked = new Set([
  'scripts',
  'description',
  'keywords',
  'author',
  'repository',
  'bugs',
  'homepage',
  'files',
])

export function isLockFile(path: string): boolean {
  return manifests.has(lastStep(foldPath(path)))
}

/** The manifest in the same change, in the lock file's folder or below, that explains why the lock file changed. */
export function manifestBehind(lock: ChangedFile, files: readonly ChangedFile[]): ChangedFile | null {
  const path = foldPath(lock.path)
  const wanted = manifests.get(lastStep(path))
  const folder = path.slice(0, path.length - lastStep(path).length)
  const explains = (file: ChangedFile): boolean => {
    const folded = foldPath(file.path)
    return (wanted?.test(lastStep(folded)) ?? false) && folded.startsWith(folder) && touchesLocked(file)
  }
  return files.find(explains) ?? null
}

function touchesLocked({ path, before, after }: ChangedFile): boolean {
  if (!npm.test(lastStep(foldPath(path)))) return before !== after
  return lockedPart(before) !== lockedPart(after)
}

function lockedPart(text: string | null): string | null {
  try {
    const parsed: unknown = JSON.parse(text ?? 'null')
    if (typeof parsed !== 'object' || parsed === null) return text
    return JSON.stringify(Object.entries(parsed).filter(([key]) => !unlocked.has(key)))
  } catch {
    return text
  }
}

function lastStep(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
