import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestRepository } from '../fixtures/git-repository.ts'
import type { PaperFile, PaperTree } from './paper-tree.ts'

export interface ShelfCommit {
  /** A commit, or the place of one in the same list. */
  readonly parent: string | number | null
  readonly tree: PaperTree
  readonly says: string
}

/** The files of each commit in a folder of their own, and there the gate. */
const PROVE = `for commit in "$@"; do
  place="$PLACE/$commit"
  GIT_INDEX_FILE="$place.index" git read-tree "$commit"
  GIT_INDEX_FILE="$place.index" git checkout-index --all --prefix="$place/"
  if (cd "$place" && sh check.sh >/dev/null 2>&1); then echo passed; else echo failed; fi
done
git log --no-walk=unsorted --format=%T "$@"`

/** Commits made, read and proven by plain git and sh, with no code of the product, in few processes. */
export class GitShelf {
  readonly #repository: TestRepository
  #made = 0

  constructor(repository: TestRepository) {
    this.#repository = repository
  }

  async commit(commits: readonly ShelfCommit[]): Promise<readonly string[]> {
    const marks = join(this.#repository.folder, `marks-${(this.#made += 1)}`)
    const input = commits.map(({ parent, tree, says }, index) => {
      const files = [...tree].map(
        ([path, { text, executable }]) =>
          `M ${executable ? '100755' : '100644'} inline ${path}\ndata ${text.length}\n${text}\n`,
      )
      const ref = parent === null ? 'refs/heads/main' : `refs/shelf/${this.#made}/${index}`
      const head = `commit ${ref}\nmark :${index + 1}\ncommitter A <a@example.test> 1000000000 +0000\n`
      const from = typeof parent === 'number' ? `from :${parent + 1}\n` : parent && `from ${parent}\n`
      return `${head}data ${says.length}\n${says}\n${from ?? ''}deleteall\n${files.join('')}\n`
    })
    const args = ['fast-import', '--quiet', '--force', '--date-format=raw', `--export-marks=${marks}`]
    await this.run('git', args, Buffer.from(input.join(''), 'latin1'))
    const lines = (await readFile(marks, 'utf8')).trim().split('\n')
    const byMark = new Map(lines.map((line) => line.split(' ') as [string, string]))
    return commits.map((_, index) => byMark.get(`:${index + 1}`) ?? '')
  }

  async read(commit: string): Promise<PaperTree> {
    const listed = (await this.run('git', ['ls-tree', '-r', '-z', commit])).toString('utf8').split('\0')
    const entries = listed.flatMap((entry) => {
      const [mode = '', , id = ''] = entry.split(/[ \t]/)
      return entry === '' ? [] : [{ path: entry.slice(entry.indexOf('\t') + 1), mode, id }]
    })
    const ids = entries.map(({ id }) => `${id}\n`).join('')
    const bytes = (await this.run('git', ['cat-file', '--batch'], Buffer.from(ids))).toString('latin1')
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

  /** Whether the gate passes on each of these commits, and their trees. */
  async prove(
    commits: readonly string[],
  ): Promise<readonly { readonly passed: boolean; readonly tree: string }[]> {
    const place = join(this.#repository.folder, `proof-${(this.#made += 1)}`)
    const said = await this.run('sh', ['-c', `mkdir "$PLACE"\n${PROVE}`, 'sh', ...commits], undefined, {
      PLACE: place,
    })
    await rm(place, { recursive: true, force: true })
    const lines = said.toString('utf8').trim().split('\n')
    return commits.map((_, index) => ({
      passed: lines[index] === 'passed',
      tree: lines[index + commits.length] ?? '',
    }))
  }

  /** Runs a program in the checkout and gives what it printed. */
  run(
    program: string,
    args: readonly string[],
    input?: Buffer,
    variables: Readonly<Record<string, string>> = {},
  ): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const { root: cwd, environment } = this.#repository
      const env = { ...environment, ...variables }
      const child = spawn(program, [...args], { cwd, env, stdio: ['pipe', 'pipe', 'inherit'] })
      const chunks: Buffer[] = []
      child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
      child.on('error', reject)
      child.on('close', (code) => {
        if (code === 0) resolve(Buffer.concat(chunks))
        else reject(new Error(`${program} ${args.join(' ')} ended with ${code}`))
      })
      child.stdin.end(input)
    })
  }
}
