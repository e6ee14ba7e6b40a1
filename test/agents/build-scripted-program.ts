import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

export interface BuiltProgram {
  readonly folder: string
  readonly program: string
  /** The bridge to the tools, for agents that start it. */
  readonly bridge: string
  readonly remove: () => Promise<void>
}

/** Compiles the scripted agent's program and the tools' bridge as they are now into a temporary folder: a built one could be stale. */
export async function buildScriptedProgram(): Promise<BuiltProgram> {
  const root = resolve(import.meta.dirname, '../..')
  const folder = await mkdtemp(join(tmpdir(), 'tutti-program-'))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  const config = {
    extends: join(root, 'tsconfig.build.json'),
    compilerOptions: { rootDir: join(root, 'src'), outDir: join(folder, 'dist'), declaration: false },
    files: [
      join(root, 'src/adapters/agents/scripted/program.ts'),
      join(root, 'src/adapters/tools/mcp/bridge.ts'),
    ],
    include: [],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  await promisify(execFile)(join(root, 'node_modules/.bin/tsc'), ['-p', folder])
  return {
    folder,
    program: join(folder, 'dist/adapters/agents/scripted/program.js'),
    bridge: join(folder, 'dist/adapters/tools/mcp/bridge.js'),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
