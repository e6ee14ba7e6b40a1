import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cliProgram, PATIENCE_MS } from '../harness/cli.ts'
import type { CliBench } from '../harness/cli-bench.ts'
import { makeBench } from '../harness/cli-bench.ts'
import { scriptOf } from '../harness/script.ts'

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS })

/** Node itself hands on nothing below. */
const NUMBER = 40

let bench: CliBench
beforeEach(async () => {
  bench = await makeBench()
})
afterEach(() => bench.remove())

test.runIf(process.platform === 'linux')(
  'P11: what a script around Tutti holds open is not handed on to agents and commands',
  async () => {
    const secrets = join(bench.folder, 'secrets')
    await mkdir(secrets)
    await writeFile(join(secrets, 'key'), 'SECRET')
    const seen = join(bench.meeting, 'seen')
    const command = `cat /proc/self/fd/${NUMBER}/key > '${seen}' 2>&1`
    const acts = [
      { act: 'run', command },
      { act: 'write', path: 'T1.txt', text: 'T1\n' },
    ] as const
    await bench.useScript(scriptOf([{ id: 'T1', acts }]))
    const folder = await open(secrets)
    const stdio = Array.from({ length: NUMBER + 1 }, (_, at) => (at === NUMBER ? folder.fd : 'ignore'))
    const argv = [cliProgram, 'run', 'Do it', '--name', 'one', '--yes']
    const child = spawn(process.execPath, argv, { cwd: bench.root, env: bench.environment, stdio })
    const [status] = (await once(child, 'exit')) as [number]
    await folder.close()
    expect(status).toBe(0)
    expect(await readFile(seen, 'utf8')).not.toContain('SECRET')
  },
)
