import type { FoundGate, FoundKind, RepositoryFiles } from './found-gate.ts'
import { declaredGate, foundKinds, usualGate, usualNames } from './found-gate.ts'
import type { Manager } from './node-packages.ts'
import { managerOf } from './node-packages.ts'
import { fieldIn, parseJson } from './reports/loose-json.ts'

type Scripts = ReadonlyMap<string, string>

const MOST_PACKAGES = 50

/** The scripts of package.json, run by the package manager that it or a lock file names. */
export async function findNodeGates(repository: RepositoryFiles): Promise<readonly FoundGate[]> {
  const manifest = parseJson((await repository.read('package.json')) ?? '')
  const manager = managerOf(manifest, repository)
  const scripts = scriptsIn(manifest)
  const test = pick('test', scripts)
  const covered = test === null ? new Set<string>() : reachedFrom(test, scripts)
  const gates = foundKinds.flatMap((kind) => {
    const script = kind === 'test' ? test : pick(kind, scripts)
    if (script === null || (kind !== 'test' && covered.has(script))) return []
    return [declaredGate(kind, commandFor(manager, script))]
  })
  if (test !== null) return gates
  const everywhere = testEverywhere[manager]
  const inPackages = everywhere !== null && (await hasPackageTests(manifest, repository))
  return inPackages ? [...gates, usualGate('test', everywhere)] : gates
}

const testEverywhere: Readonly<Record<Manager, string | null>> = {
  npm: 'npm test --workspaces --if-present',
  pnpm: 'pnpm -r test',
  yarn: null,
  bun: "bun run --filter '*' test",
}

function commandFor(manager: Manager, script: string): string {
  return script === 'test' && manager !== 'bun' ? `${manager} test` : `${manager} run ${script}`
}

function scriptsIn(manifest: unknown): Scripts {
  const scripts = fieldIn(manifest, 'scripts')
  const named = typeof scripts === 'object' && scripts !== null ? Object.entries(scripts) : []
  return new Map(named.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

function pick(kind: FoundKind, scripts: Scripts): string | null {
  return usualNames[kind].find((name) => scripts.has(name) && isGate(name, scripts)) ?? null
}

/** No gate: a placeholder, a watcher that never ends, and a linter that repairs what it should report. */
function isGate(name: string, scripts: Scripts): boolean {
  const own = scripts.get(name) ?? ''
  if (own.includes('no test specified') || /^\s*(?:echo\b[^&|;]*|exit 0|true|:)?\s*$/.test(own)) return false
  return ![...reachedFrom(name, scripts), name].some((reached) => {
    const script = scripts.get(reached) ?? ''
    return (
      /(?:^|\s)--watch(?:All)?(?:=true)?(?=\s|$)|\b(?:vitest|jest|rollup|webpack) (?:watch|dev)\b|\btsc\b.* -w\b|\bnodemon\b/.test(
        script,
      ) ||
      (reached === name && /(?:^|\s)--fix(?=\s|$)/.test(script))
    )
  })
}

/** The scripts that one runs along with itself: those before and after it, and those that it names. */
function reachedFrom(name: string, scripts: Scripts): ReadonlySet<string> {
  const reached = new Set<string>()
  const waiting = [name]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const named = [
      ...(scripts.get(next) ?? '').matchAll(
        /\b(?:npm|pnpm|yarn|bun)(?: run(?:-script)?| -[\w-]+)* ([\w:.-]+)/g,
      ),
    ]
    for (const script of [`pre${next}`, `post${next}`, ...named.map(([, called]) => called ?? '')]) {
      if (!scripts.has(script) || reached.has(script) || script === name) continue
      reached.add(script)
      waiting.push(script)
    }
  }
  return reached
}

async function hasPackageTests(manifest: unknown, { files, has, read }: RepositoryFiles): Promise<boolean> {
  if (fieldIn(manifest, 'workspaces') === undefined && !has('pnpm-workspace.yaml')) return false
  const inner = files.filter((path) => path.endsWith('/package.json') && !path.includes('node_modules/'))
  const manifests = await Promise.all(inner.slice(0, MOST_PACKAGES).map(read))
  return manifests.some((text) => pick('test', scriptsIn(parseJson(text ?? ''))) === 'test')
}
