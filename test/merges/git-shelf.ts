import { spawn } from 'node:child_process'
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { TestRepository } from '../fixtures/git-repository.ts'
import type { PaperFile, PaperTree } from './paper-tree.ts'

/** Commits made and read by plain git, with no code of the product. */
export class GitShelf {
  readonly #repository: TestRepository
  #made = 0

  constructor(repository: TestRepository) {
    this.#repository = repository
  }

  /** Commits of whole trees, in one git process. */
  async commit(
    commits: readonly { readonly parent: string | null; readonly tree: PaperTree; readonly says: string }[],
  ): Promise<readonly string[]> {
    const names = commits.map(({ parent }) =>
      parent === null ? 'refs/heads/main' : `refs/shelf/${(this.#made += 1)}`,
    )
    const input = commits.map(({ parent, tree, says }, index) => {
      const files = [...tree].map(
        ([path, { text, executable }]) =>
          `M ${executable ? '100755' : '100644'} inline ${path}\ndata ${text.length}\n${text}\n`,
      )
      const from = parent === null ? '' : `from ${parent}\n`
      const head = `commit ${names[index]}\ncommitter A <a@example.test> 1000000000 +0000\n`
      return `${head}data ${says.length}\n${says}\n${from}deleteall\n${files.join('')}\n`
    })
    await this.#run(['fast-import', '--quiet', '--force', '--date-format=raw'], Buffer.from(input.join(''), 'latin1'))
    const found = await this.#run(['rev-parse', ...names])
    return found.toString('latin1').trim().split('\n')
  }

  async read(commit: string): Promise<PaperTree> {
    const listed = (await this.#run(['ls-tree', '-r', '-z', commit])).toString('utf8').split('\0')
    const entries = listed.flatMap((entry) => {
      const [mode = '', , id = ''] = entry.split(/[ \t]/)
      return entry === '' ? [] : [{ path: entry.slice(entry.indexOf('\t') + 1), mode, id }]
    })
    const ids = entries.map(({ id }) => `${id}\n`).join('')
    const bytes = (await this.#run(['cat-file', '--batch'], Buffer.from(ids))).toString('latin1')
    const tree = new Map<string, PaperFile>()
    let at = 0
    for (const { path, mode } of entries) {
      const end = bytes.indexOf('\n', at)
      const size = Number(bytes.slice(at, end).split(' ')[2])
      tree.set(path, { text: bytes.slice(end + 1, end + 1 + size), executable: mode === '100755' })
      at = end + size + 2
    }
    return tree
  }

  /** Whether the gate passes on these files, in a folder of their own. */
  async passes(tree: PaperTree, folder: string): Promise<boolean> {
    for (const [path, { text, executable }] of tree) {
      const file = join(folder, path)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, text, 'latin1')
      if (executable) await chmod(file, 0o755)
    }
    const code = await runGate(folder)
    await rm(folder, { recursive: true, force: true })
    return code === 0
  }

  #run(args: readonly string[], input?: Buffer): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const { root, environment } = this.#repository
      const child = spawn('git', [...args], {
        cwd: root,
        env: environment,
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      const chunks: Buffer[] = []
      child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
      child.on('error', reject)
      child.on('close', (code) => {
        if (code === 0) resolve(Buffer.concat(chunks))
        else reject(new Error(`git ${args.join(' ')} ended with ${code}`))
      })
      child.stdin.end(input)
    })
  }
}

/** The gate's exit code in a folder. */
export function runGate(folder: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['check.sh'], { cwd: folder, stdio: 'ignore' })
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 255))
  })
}
