import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Place } from '../../test/crash/place.ts'
import { examiner } from './examiner.ts'
import type { Hidden } from './pair.ts'

const run = promisify(execFile)

/** What is wrong with a commit, as the hidden check tells; `null` when it is right. */
export async function examineTree(
  { root, repository, environment }: Place,
  commit: string,
  hidden: Hidden,
): Promise<string | null> {
  const folder = join(root, 'examined')
  const tree = join(folder, 'tree')
  const program = join(folder, 'examiner.mjs')
  const file = join(folder, 'hidden.json')
  await mkdir(tree, { recursive: true })
  await writeFile(program, examiner)
  await writeFile(file, JSON.stringify(hidden))
  const archive = join(folder, 'tree.tar')
  await run('git', ['archive', '--output', archive, commit], { cwd: repository, env: environment })
  await run('tar', ['-xf', archive, '-C', tree])
  const env = { ...environment, HOME: folder }
  try {
    const { stdout } = await run(process.execPath, [program, tree, file], { cwd: tree, env })
    return stdout.trimEnd().endsWith('right') ? null : 'It ended before it was judged.'
  } catch (thrown) {
    const stderr = (thrown as { readonly stderr?: string }).stderr ?? String(thrown)
    return /(?:AssertionError|Error).*$/m.exec(stderr)?.[0] ?? stderr.slice(-300)
  }
}
