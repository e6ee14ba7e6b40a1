import type { GateKind } from './gate-kind.ts'

/** A gate that the repository's own files speak of. */
export type FoundGate = {
  readonly name: string
  readonly kind: GateKind
  readonly command: string
  /** Whether the project wrote it down as its own script, task, target or recipe; otherwise it is the ecosystem's habit. */
  readonly declared: boolean
  /** Where it writes its test report, where the ecosystem has one place for that. */
  readonly report: string | null
}

/** A repository's files by name, and a way to read those that are looked into; `null` for what cannot be read. */
export type RepositoryFiles = {
  readonly files: readonly string[]
  readonly has: (...paths: readonly string[]) => boolean
  readonly read: (path: string) => Promise<string | null>
}

/** What is not among the files, or cannot be read, is not there. */
export function repositoryFiles(
  files: readonly string[],
  read: (path: string) => Promise<string | null>,
): RepositoryFiles {
  const known = new Set(files)
  return {
    files,
    has: (...paths) => paths.some((path) => known.has(path)),
    read: async (path) => (known.has(path) ? read(path).catch(() => null) : null),
  }
}

/** Contract: never throws, whatever the files hold. */
export type GateFinder = (repository: RepositoryFiles) => Promise<readonly FoundGate[]>

export type FoundKind = Exclude<GateKind, 'custom'>

/** A gate of the project's own. */
export function declaredGate(kind: FoundKind, command: string): FoundGate {
  return { name: kind, kind, command, declared: true, report: null }
}

/** A gate that is usual here. */
export function usualGate(kind: FoundKind, command: string, report: string | null = null): FoundGate {
  return { name: kind, kind, command, declared: false, report }
}

/** Names that projects give to what a gate does, the best first. */
export const usualNames: Readonly<Record<FoundKind, readonly string[]>> = {
  build: ['build', 'compile'],
  typecheck: [
    'typecheck',
    'type-check',
    'check-types',
    'check:types',
    'types:check',
    'types',
    'lint:types',
    'tsc',
    'mypy',
  ],
  lint: ['lint', 'lint:ci', 'lint:check', 'check:lint', 'eslint'],
  test: ['test', 'test:ci', 'test:run', 'test:once', 'test:unit', 'tests'],
}

export const foundKinds: readonly FoundKind[] = ['build', 'typecheck', 'lint', 'test']
