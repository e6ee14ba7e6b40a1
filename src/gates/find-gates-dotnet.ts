import type { FoundGate, RepositoryFiles } from './found-gate.ts'
import { usualGate } from './found-gate.ts'

/** The .NET command on the solution, or on the one project, at the root; a solution further in is named by its path. */
export async function findDotnetGates({ files, read }: RepositoryFiles): Promise<readonly FoundGate[]> {
  const solutions = files.filter((path) => /\.slnx?$/.test(path))
  const atRoot = solutions.filter((path) => !path.includes('/'))
  const projects = files.filter((path) => /^[^/]+\.(?:cs|fs|vb)proj$/.test(path))
  const [solution] = (atRoot.length > 0 ? atRoot : solutions).toSorted()
  if (solution === undefined && projects.length === 0) return []
  const isAlone = solution === undefined || (atRoot.length === 1 && projects.length === 0)
  const target = isAlone || solution === undefined ? '' : ` '${solution.replaceAll("'", String.raw`'\''`)}'`
  const settings = (await read('global.json')) ?? ''
  const names = settings.includes('Microsoft.Testing.Platform') ? '' : ' --logger "console;verbosity=normal"'
  return [usualGate('build', `dotnet build${target}`), usualGate('test', `dotnet test${target}${names}`)]
}
