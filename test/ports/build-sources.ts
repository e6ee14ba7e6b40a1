import { execFile } from 'node:child_process'
import { symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

/** Compiles files under `src` into `folder/src`, so that a child process on Node 20 can import them as they are now. */
export async function buildSources(folder: string, entries: readonly string[]): Promise<void> {
  const root = resolve(import.meta.dirname, '../..')
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  const config = {
    extends: join(root, 'tsconfig.build.json'),
    compilerOptions: { rootDir: join(root, 'src'), outDir: join(folder, 'src'), declaration: false },
    files: entries.map((entry) => join(root, 'src', entry)),
    include: [],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  await promisify(execFile)(join(root, 'node_modules/.bin/tsc'), ['-p', folder])
}
