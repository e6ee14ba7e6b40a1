import type { FoundGate, RepositoryFiles } from './found-gate.ts'
import { usualGate } from './found-gate.ts'

/** Cargo's own commands; tests of all binaries, also after one of them has failed, so that none seem to be gone. */
export async function findRustGates({ has, read }: RepositoryFiles): Promise<readonly FoundGate[]> {
  if (!has('Cargo.toml')) return []
  const manifest = (await read('Cargo.toml')) ?? ''
  const scope = /^\[workspace\b/m.test(manifest) ? ' --workspace' : ''
  const isLinted = has('clippy.toml', '.clippy.toml') || /^\[(?:workspace\.)?lints\.clippy\]/m.test(manifest)
  return [
    usualGate('build', `cargo build${scope} --all-targets`),
    ...(isLinted ? [usualGate('lint', `cargo clippy${scope} --all-targets -- -D warnings`)] : []),
    usualGate('test', `cargo test${scope} --no-fail-fast`),
  ]
}
