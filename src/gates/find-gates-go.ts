import type { FoundGate, RepositoryFiles } from './found-gate.ts'
import { usualGate } from './found-gate.ts'

const linterSettings = ['.golangci.yml', '.golangci.yaml', '.golangci.toml', '.golangci.json']

/** Go's own tool; verbose, because only then its report names every test. */
export async function findGoGates({ has }: RepositoryFiles): Promise<readonly FoundGate[]> {
  if (!has('go.mod', 'go.work')) return []
  const everything = (command: string): string =>
    has('go.work') ? `go list -f '{{.Dir}}/...' -m | xargs ${command}` : `${command} ./...`
  return [
    usualGate('build', everything('go build')),
    usualGate('lint', has(...linterSettings) ? 'golangci-lint run' : everything('go vet')),
    usualGate('test', everything('go test -v')),
  ]
}
