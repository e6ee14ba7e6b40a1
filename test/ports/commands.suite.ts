import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { workingIn } from './process-sight.ts'
import type { Activity } from '../../src/kernel/ports/activity.ts'
import type { CommandRequest, CommandResult, Commands } from '../../src/kernel/ports/commands.ts'

/** Makes commands that keep everything they write under the folder. */
export type MakeCommands = (folder: string) => Commands

/** What every implementation of the port must do, with real processes and files. */
export function describeCommandsPort(name: string, make: MakeCommands): void {
  describe(`${name}: commands port`, () => {
    let folder = ''
    let path = ''
    let commands: Commands
    let activities: Activity[] = []
    let abort = new AbortController()

    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'tutti-commands-'))
      path = join(folder, 'workspace')
      await mkdir(path)
      commands = make(join(folder, 'state'))
      activities = []
      abort = new AbortController()
    })

    afterEach(() => rm(folder, { recursive: true, force: true }))

    const run = (command: string, more: Partial<CommandRequest> = {}): Promise<CommandResult> =>
      commands.run(
        { step: 'execute/T1/verify', attempt: 1, command, path, timeoutMs: 60_000, ...more },
        { signal: abort.signal, onActivity: (activity) => activities.push(activity) },
      )

    test('a command that succeeds tells its output, which is on disk in full', async () => {
      const result = await run('echo out; echo err >&2; pwd')
      expect(result).toMatchObject({ exitCode: 0, signal: null, timedOut: false, leftovers: 0 })
      expect(result.output).toBe(`out\nerr\n${path}\n`)
      expect(result.outputBytes).toBe(result.output.length)
      expect(readFileSync(result.outputFile, 'utf8')).toBe(result.output)
      expect(activities.every(({ step, kind }) => step === 'execute/T1/verify' && kind === 'output')).toBe(
        true,
      )
      expect(activities.length).toBeGreaterThan(0)
    })

    test.each([
      ['exit 3', 3],
      ['no-such-program-anywhere', 127],
      ['./', 126],
    ])('a command line that fails is a result: %s', async (command, exitCode) => {
      await expect(run(command)).resolves.toMatchObject({ exitCode, signal: null, timedOut: false })
    })

    test('a command that kills itself tells its signal', async () => {
      await expect(run('kill -9 $$')).resolves.toMatchObject({ exitCode: null, signal: 'SIGKILL' })
    })

    test('a command has no input to wait for', async () => {
      await expect(run('cat; echo over')).resolves.toMatchObject({ exitCode: 0, output: 'over\n' })
    })

    test('a command that writes to /dev/stderr neither fails nor loses what came before', async () => {
      await expect(run('echo a; echo b > /dev/stderr')).resolves.toMatchObject({
        exitCode: 0,
        output: 'a\nb\n',
      })
    })

    test('every attempt and every step keeps a file of its own', async () => {
      const files = [
        await run('echo 1'),
        await run('echo 2', { attempt: 2 }),
        await run('echo 3', { step: 'execute-T1-verify' }),
        await run('echo 4', { step: `execute/${'long'.repeat(200)}` }),
        await run('echo 5', { step: '../../escape' }),
      ].map(({ outputFile }) => outputFile)
      expect(new Set(files).size).toBe(5)
      expect(files.map((file) => readFileSync(file, 'utf8'))).toEqual(['1\n', '2\n', '3\n', '4\n', '5\n'])
      expect(files.every((file) => file.startsWith(join(folder, 'state')))).toBe(true)
    })

    test('P1: a command that takes too long is ended with everything it started', async () => {
      const script = "trap '' TERM; echo begun; sleep 1000 & echo $! > child; wait; sleep 1000"
      const result = await run(script, { timeoutMs: 1_000 })
      expect(result).toMatchObject({ exitCode: null, timedOut: true, output: 'begun\n' })
      expect(workingIn(path)).toEqual([])
    })

    test('P1: a daemon that a command leaves behind is ended and counted', async () => {
      const daemon = "setsid sh -c 'echo $$ > daemon.new; mv daemon.new daemon; exec sleep 1000' &"
      const result = await run(`(${daemon}); while ! [ -e daemon ]; do sleep 0.01; done; echo up`)
      expect(result).toMatchObject({ exitCode: 0, leftovers: 1, output: 'up\n' })
      expect(workingIn(path)).toEqual([])
    })

    test('P1: a cancelled command is ended with everything it started, and rejects', async () => {
      const running = run('sleep 1000 & echo $! > child.new; mv child.new child; wait')
      running.catch(() => undefined)
      await vi.waitFor(() => expect(existsSync(join(path, 'child'))).toBe(true), { timeout: 10_000 })
      expect(workingIn(path)).not.toEqual([])
      abort.abort()
      await expect(running).rejects.toMatchObject({ code: 'cancelled' })
      expect(workingIn(path)).toEqual([])
    })

    test('a command that is cancelled before it starts never starts', async () => {
      abort.abort()
      await expect(run('echo started > evidence')).rejects.toMatchObject({ code: 'cancelled' })
      expect(existsSync(join(path, 'evidence'))).toBe(false)
    })

    test('a workspace that is not there is trouble of the machine, not a failed command', async () => {
      const running = run('true', { path: join(folder, 'nowhere') })
      await expect(running).rejects.toMatchObject({ code: 'workspace-failed' })
    })

    test('of much output only the end is told, from a whole character on', async () => {
      await expect(run('yes é | head -n 40000')).resolves.toMatchObject({
        output: expect.stringMatching(/^(é\n|\n)(é\n)+$/) as string,
        outputBytes: 120_000,
      })
      const { output } = await run('yes 12345678 | head -c 100000')
      expect(output.length).toBe(32 * 1024)
    })

    test('output that is not UTF-8 is told as far as it can be, and kept as it is', async () => {
      const result = await run(String.raw`printf 'a\377\200b\0c'`)
      expect(result.output).toBe('a\u{fffd}\u{fffd}b\0c')
      expect(result.outputBytes).toBe(6)
      expect([...readFileSync(result.outputFile)]).toEqual([97, 255, 128, 98, 0, 99])
    })

    test('200 MB of output is kept on disk and does not fill the memory', async () => {
      const before = process.memoryUsage().rss
      let highest = before
      const result = await commands.run(
        { step: 'big', attempt: 1, command: 'yes | head -c 200000000', path, timeoutMs: 60_000 },
        {
          signal: abort.signal,
          onActivity: () => {
            highest = Math.max(highest, process.memoryUsage.rss())
          },
        },
      )
      expect(result).toMatchObject({ exitCode: 0, outputBytes: 200_000_000 })
      expect((await stat(result.outputFile)).size).toBe(200_000_000)
      expect(highest - before).toBeLessThan(100_000_000)
    })

    test('the whole output can be read, also where only its end is told', async () => {
      const { text, output, whole } = await run('seq 1 20000')
      expect(text.startsWith('1\n2\n3\n')).toBe(true)
      expect(text.endsWith('\n19999\n20000\n')).toBe(true)
      expect(text.length).toBeGreaterThan(output.length)
      expect(whole).toBe(true)
    })

    test('of output beyond 8 MB beginning and end are read, and that is said', async () => {
      const { text, whole } = await run('echo first; yes | head -c 9000000; echo last')
      expect(text.startsWith('first\ny\n')).toBe(true)
      expect(text.endsWith('y\nlast\n')).toBe(true)
      expect(text).toContain('bytes left out')
      expect(text.length).toBeLessThan(8.1 * 1024 * 1024)
      expect(whole).toBe(false)
    })

    test('report files are told by path and pattern, and only those that this command wrote', async () => {
      const reports = ['junit.xml', 'build/**/TEST-*.xml', '../escape.xml', 'absent/*.xml']
      await run(
        'echo old > junit.xml; mkdir -p build/a/b; echo old > build/a/TEST-1.xml; echo x > ../escape.xml',
      )
      const silent = await run('cat junit.xml', { reports })
      expect(silent.reports).toEqual([])
      const spoken = await run(
        'echo old > junit.xml; echo new > build/a/b/TEST-2.xml; echo no > build/a/other.xml; touch ../escape.xml',
        { reports },
      )
      expect(spoken.reports).toEqual([
        { path: 'build/a/b/TEST-2.xml', text: 'new\n' },
        { path: 'junit.xml', text: 'old\n' },
      ])
      expect(spoken.whole).toBe(true)
    })

    test('a report that was made to look old counts, because its command wrote it', async () => {
      const result = await run('echo new > junit.xml; touch -d @0 junit.xml', { reports: ['junit.xml'] })
      expect(result.reports).toEqual([{ path: 'junit.xml', text: 'new\n' }])
    })

    test('what commands depend on is the same for the same commands, and starts nothing', async () => {
      const first = await commands.identity(['npm test'])
      expect(await commands.identity(['npm test'])).toBe(first)
      expect(existsSync(join(folder, 'state', 'processes'))).toBe(false)
    })
  })
}
