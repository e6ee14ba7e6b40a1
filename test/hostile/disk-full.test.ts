import { spawnSync } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { exitStatus } from '../../src/surfaces/cli/exit-status.ts'
import { cliProgram, PATIENCE_MS } from '../harness/cli.ts'
import { makeBench } from '../harness/cli-bench.ts'
import { scriptOf } from '../harness/script.ts'
import { messageIn } from './hostile-case.ts'

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS })

const { stopped, ok } = exitStatus
const run = ['run', 'Do it', '--name', 'one', '--yes']
const script = scriptOf([{ id: 'T1' }, { id: 'T2', after: ['T1'] }])

/** Lowers the largest size of a file, in blocks of 512 bytes, for a command and all it starts. */
const smallFiles = (blocks: number): readonly string[] => ['sh', '-c', `ulimit -f ${blocks}; exec "$@"`, 'sh']

test.each([11, 12, 13, 14, 18, 24])(
  'P1: a journal that may not grow beyond %i blocks stops the run, and a resume finishes it',
  async (blocks) => {
    const bench = await makeBench(script)
    const { status, stderr } = await bench.cli(run, { wrapper: smallFiles(blocks) })
    expect(status).toBe(stopped)
    expect(messageIn(stderr, bench)).toContain('raise that limit, then try again')
    const before = await readFile(bench.runFile('one', 'journal.jsonl'))
    expect((await bench.cli(['resume', 'one', '--yes'])).status).toBe(ok)
    const kept = before.subarray(0, before.lastIndexOf('\n') + 1)
    const after = await readFile(bench.runFile('one', 'journal.jsonl'))
    expect(after.subarray(0, kept.length).equals(kept)).toBe(true)
    expect(await bench.git('log', '--format=%s', 'main..tutti/one')).toBe('chore: T2\nchore: T1')
    await bench.remove()
  },
)

test('P1: where not even its beginning can be written there is no run, and it can be started again', async () => {
  const bench = await makeBench(script)
  const { status, stderr } = await bench.cli(run, { wrapper: smallFiles(2) })
  expect(status).toBe(stopped)
  expect(messageIn(stderr, bench)).toContain('raise that limit, then try again')
  expect(stderr).not.toContain('resume')
  expect((await bench.cli(run)).status).toBe(ok)
  await bench.remove()
})

const [unshare, ...namespace] = ['unshare', '--user', '--map-root-user', '--mount'] as const

/** In a mount namespace of its own: a disk with so many bytes left, a run on it, then space, then a resume. */
const story = `
mount -t tmpfs -o size=4m none "$DISK" || exit 99
dd if=/dev/zero of="$DISK/filler" bs=4k status=none 2>/dev/null
truncate -s "-$FREE" "$DISK/filler"
"$NODE" "$CLI" run 'Do it' --name one --yes
echo "run: $?" >&2
rm "$DISK/filler"
"$NODE" "$CLI" resume one --yes
echo "resume: $?" >&2
`

function describeDisk(): void {
  describe.each([
    { variable: 'TUTTI_STATE_JOURNALS', left: ['12k', '24k', '40k'] },
    { variable: 'TUTTI_STATE_WORKTREES', left: ['8k', '20k'] },
  ])('P1: $variable on a full disk', ({ variable, left }) => {
    test.each(left)(
      'with %s left: the run stops with one sentence, and a resume finishes it',
      async (free) => {
        const bench = await makeBench(script)
        const disk = join(bench.folder, 'disk')
        await mkdir(disk)
        const { stderr } = spawnSync(unshare, [...namespace, 'sh', '-c', story], {
          cwd: bench.root,
          encoding: 'utf8',
          env: {
            ...bench.environment,
            DISK: disk,
            FREE: free,
            NODE: process.execPath,
            CLI: cliProgram,
            [variable]: disk,
          },
        })
        const [first = '', second = ''] = stderr.split(/^run: .*\n/m)
        expect(stderr).toContain(`run: ${stopped}`)
        expect(messageIn(first, bench)).toMatch(/full|space/)
        expect(second).toContain('resume: 0')
        await bench.remove()
      },
    )
  })
}

const hasNamespaces = spawnSync(unshare, [...namespace, 'true']).status === 0

if (hasNamespaces) describeDisk()
else
  test('a small disk needs a mount namespace, which this system does not give', () => {
    expect(hasNamespaces).toBe(false)
  })
