import { expect, it } from 'vitest'
import { findProvingCommand } from './find-proving-command.ts'

const find = (files: Readonly<Record<string, string>>): Promise<string | null> =>
  findProvingCommand(Object.keys(files), async (path) => files[path] ?? null)

it.each([
  [{ 'package.json': '{"scripts":{"test":"vitest"}}' }, 'npm test'],
  [{ 'package.json': '{"scripts":{"test":"vitest"}}', 'pnpm-lock.yaml': '' }, 'pnpm test'],
  [{ 'package.json': '{"scripts":{"test":"echo \\"Error: no test specified\\" && exit 1"}}' }, null],
  [{ 'package.json': 'not json' }, null],
  [{ 'Cargo.toml': '' }, 'cargo test'],
  [{ 'go.mod': '' }, 'go test ./...'],
  [{ 'pyproject.toml': '[tool.pytest.ini_options]\n' }, 'python -m pytest -q'],
  [{ Makefile: 'all:\n\ntest: all\n' }, 'make test'],
  [{ Makefile: 'all:\n' }, null],
  [{}, null],
] as const)('reads %o as %s', async (files, command) => {
  expect(await find(files)).toBe(command)
})
