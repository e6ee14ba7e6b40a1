import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Confined, LaunchedProcess, LaunchRequest, Processes } from '../../src/kernel/ports/processes.ts'
import { isAlive, seenFromHere, workingIn } from './process-sight.ts'

/** Makes the processes of one conductor; called again with the same folder it is the next conductor of the run. */
export type MakeProcesses = (folder: string) => Processes

/** What every implementation of the port must do, with real processes; what `confinedIn` says is asked for at every launch. */
export function describeProcessesPort(
  name: string,
  make: MakeProcesses,
  confinedIn: ((folder: string) => Confined) | null = null,
  part: 'all' | 'streams' = 'all',
): void {
  describe(`${name}: processes port`, () => {
    let folder = ''
    let processes: Processes

    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'tutti-processes-'))
      processes = make(join(folder, 'state'))
    })

    afterEach(async () => {
      await processes.endAll()
      await rm(folder, { recursive: true, force: true })
    })

    const launch = (script: string, more: Partial<LaunchRequest> = {}): Promise<LaunchedProcess> =>
      processes.launch({
        argv: ['sh', '-c', script],
        cwd: folder,
        env: { PATH: process.env['PATH'] ?? '' },
        label: 'a script',
        ...(confinedIn === null ? {} : { confined: confinedIn(folder) }),
        ...more,
      })

    test('a program reads its input, writes its output and ends with its own code', async () => {
      const launched = await launch('read line; echo "got $line"; echo trouble >&2; exit 7')
      const writer = launched.stdin.getWriter()
      await writer.write(new TextEncoder().encode('hello\n'))
      await expect(readAll(launched)).resolves.toBe('got hello\n')
      await expect(launched.ended).resolves.toEqual({ code: 7, signal: null })
      await vi.waitFor(() => expect(launched.stderrTail()).toBe('trouble\n'))
      await expect(launched.end(1_000)).resolves.toBe(0)
    })

    test('arguments reach the program unchanged', async () => {
      const tricky = ['-n', 'a b', "it's", '$HOME', '*', 'ünïcode', '', 'line\nbreak']
      const script = 'process.stdout.write(JSON.stringify(process.argv.slice(1)))'
      const launched = await launch('', { argv: [process.execPath, '-e', script, '--', ...tricky] })
      expect(JSON.parse(await readAll(launched))).toEqual(tricky)
    })

    test('output that nobody has read when the program ends is kept', async () => {
      const launched = await launch('echo kept')
      await launched.ended
      await launched.end(1_000)
      await expect(readAll(launched)).resolves.toBe('kept\n')
    })

    test('the tail of standard error is bounded and starts at a whole character', async () => {
      const script = 'process.stderr.write("é".repeat(50_000) + "x")'
      const launched = await launch('', { argv: [process.execPath, '-e', script] })
      await launched.ended
      await vi.waitFor(() => expect(launched.stderrTail()).toMatch(/^é+x$/))
      expect(Buffer.byteLength(launched.stderrTail())).toBeLessThanOrEqual(16 * 1024)
    })

    test('merged output keeps the order in which it was written', async () => {
      const script = 'echo 1; echo 2 >&2; echo 3; echo 4 > /dev/stderr; echo 5 > /dev/stdout'
      const launched = await launch(script, { mergeOutput: true })
      await expect(readAll(launched)).resolves.toBe('1\n2\n3\n4\n5\n')
      expect(launched.stderrTail()).toBe('')
    })

    test('a missing program and a missing folder are told apart', async () => {
      const missing = launch('', { argv: ['no-such-program-anywhere'] })
      await expect(missing).rejects.toMatchObject({ code: 'command-missing' })
      await writeFile(join(folder, 'plain'), 'not a program')
      const plain = launch('', { argv: ['./plain'] })
      await expect(plain).rejects.toMatchObject({ code: 'command-missing' })
      const nowhere = launch('', { cwd: join(folder, 'nowhere') })
      await expect(nowhere).rejects.toMatchObject({ code: 'workspace-failed' })
    })

    test('a command line that no system takes is the input of a person, not a crash', async () => {
      const long = launch('', { argv: ['echo', 'x'.repeat(4 * 1024 * 1024)] })
      await expect(long).rejects.toMatchObject({ code: 'bad-input' })
      await expect(launch('echo \0')).rejects.toMatchObject({ code: 'bad-input' })
    })

    test('writing to a program that has gone fails the writer and nothing else', async () => {
      const launched = await launch('exec 0<&-; exit 3')
      await launched.ended
      const writer = launched.stdin.getWriter()
      const line = new Uint8Array(1024 * 1024)
      await expect(writer.write(line).then(() => writer.write(line))).rejects.toBeInstanceOf(Error)
      await expect(launched.end(1_000)).resolves.toBe(0)
    })

    test('a polite program ends when its input is closed, and nothing is left over', async () => {
      const launched = await launch('cat; echo done > finished')
      await expect(launched.end(20_000)).resolves.toBe(0)
      expect(existsSync(join(folder, 'finished'))).toBe(true)
      await expect(launched.ended).resolves.toEqual({ code: 0, signal: null })
    })

    if (part === 'streams') return

    test('P1: a program that ignores every request is ended with its children', async () => {
      const script = `trap '' TERM INT HUP; ${keepPid('child', 'sleep 1000')} & echo up; while :; do sleep 1; done`
      const launched = await launch(script)
      await firstOutput(launched)
      const child = await pidIn('child', launched)
      await expect(launched.end(200)).resolves.toBeGreaterThanOrEqual(1)
      await expect(launched.ended).resolves.toEqual({ code: null, signal: 'SIGKILL' })
      expect(isAlive(launched.pid)).toBe(false)
      expect(isAlive(child)).toBe(false)
    })

    test('P1: a double-forked daemon in a session of its own is ended and counted', async () => {
      const launched = await launch(`(setsid ${keepPid('daemon', 'sleep 1000')} &) ; ${waitFor('daemon')}`)
      await launched.ended
      const daemon = await pidIn('daemon', launched)
      expect(isAlive(daemon)).toBe(true)
      await expect(launched.end(200)).resolves.toBe(1)
      expect(isAlive(daemon)).toBe(false)
    })

    test('P11: where the program itself has to be asked, its daemon is counted and its helper is not', async () => {
      const daemon = `(setsid ${keepPid('daemon', 'sleep 1000')} &)`
      const helper = `${keepPid('helper', 'sleep 1000')} &`
      const up = [waitFor('daemon'), waitFor('helper'), 'echo up'].join('; ')
      const launched = await launch(`${daemon}; ${helper} ${up}; exec sleep 1000`)
      await firstOutput(launched)
      await expect(launched.end(2_000)).resolves.toBe(1)
    })

    test('P1: a child that dropped its environment is ended with its group', async () => {
      const launched = await launch(`env -i ${keepPid('bare', '/bin/sleep 1000')} & ${waitFor('bare')}`)
      await launched.ended
      const bare = await pidIn('bare', launched)
      await expect(launched.end(200)).resolves.toBe(1)
      expect(isAlive(bare)).toBe(false)
    })

    test('P1: one that left its session, its parent and its environment is found in the folder of its launch', async () => {
      const hide = (program: string): string => `(env -i setsid ${program} &)`
      const there = hide(keepPid('there', '/bin/sleep 1000'))
      const hold = 'exec 3> held; echo $$ > holding.new; mv holding.new holding; cd /; exec /bin/sleep 1000'
      const holding = hide(`/bin/sh -c '${hold}'`)
      const wait = [waitFor('there'), waitFor('holding')].join('; ')
      const launched = await launch(`${there}; ${holding}; ${wait}`, { folder })
      await launched.ended
      const [one, other] = [await pidIn('there', launched), await pidIn('holding', launched)]
      await expect(launched.end(200)).resolves.toBe(2)
      expect([isAlive(one), isAlive(other)]).toEqual([false, false])
    })

    test('P1: the next conductor finds it there too', async () => {
      const hidden = `(env -i setsid ${keepPid('hidden', '/bin/sleep 1000')} &)`
      const launched = await launch(`${hidden}; ${waitFor('hidden')}`, { folder, label: 'the agent' })
      await launched.ended
      const pid = await pidIn('hidden', launched)
      const reaped = await make(join(folder, 'state')).reap()
      expect(reaped.map((each) => each.pid)).toContain(pid)
      expect(isAlive(pid)).toBe(false)
    })

    test('P1: fifty that left their session and their parent, wiped their environment and ignore requests', async () => {
      const one = `/bin/sh -c 'trap "" TERM HUP INT; echo x >> up; exec /bin/sleep 1000'`
      const start = `i=0; while [ $i -lt 50 ]; do (env -i setsid ${one} &); i=$((i+1)); done`
      const launched = await launch(`${start}; echo done; cat`, { folder })
      await vi.waitFor(() => expect(lines('up')).toBe(51), { timeout: 20_000 })
      expect(workingIn(folder).length).toBeGreaterThanOrEqual(50)
      await expect(launched.end(200)).resolves.toBe(50)
      expect(workingIn(folder)).toEqual([])
    })

    test('P1: when the process that we started is killed, ending it ends what it had started', async () => {
      const hidden = `(env -i setsid ${keepPid('hidden', '/bin/sleep 1000')} &)`
      const launched = await launch(`${hidden}; ${waitFor('hidden')}; echo up; cat`, { folder })
      await firstOutput(launched)
      process.kill(launched.pid, 'SIGKILL')
      await expect(launched.ended).resolves.toEqual({ code: null, signal: 'SIGKILL' })
      await launched.end(200)
      expect(workingIn(folder)).toEqual([])
    })

    test('a program that the user started himself is left alone, wherever it works', async () => {
      const launched = await launch('cat', { folder })
      const own: number[] = []
      const start = async (file: string, env: Record<string, string>, cwd: string): Promise<void> => {
        const path = join(folder, file)
        const script = `(setsid ${keepPid(path, '/bin/sleep 1000')} &)`
        spawn('/bin/sh', ['-c', script], { cwd, env, stdio: 'ignore' })
        own.push(await pidIn(file, null))
      }
      try {
        await start('editor', { PATH: '/usr/bin:/bin', HOME: '/home/user' }, folder)
        await start('elsewhere', { PATH: '/usr/bin:/bin' }, tmpdir())
        await expect(launched.end(200)).resolves.toBe(0)
        expect(own.map(isAlive)).toEqual([true, true])
      } finally {
        for (const pid of own) process.kill(pid, 'SIGKILL')
      }
    })

    test('P1: one that starts itself anew again and again is ended', async () => {
      // It ends by itself some day, so that a test that is cut off leaves no machine full of it.
      const most = '[ "$(wc -l < generations)" -gt 1000 ] && exit'
      const again = `echo x >> generations; ${most}; sleep 0.05; setsid sh ./again & wait`
      await writeFile(join(folder, 'again'), `${again}\n`)
      const many = 'i=0; while [ $i -lt 100 ]; do sleep 1000 & i=$((i+1)); done; echo up > many; wait'
      const launched = await launch(`setsid sh ./again & ${many}`, { folder })
      await vi.waitFor(() => expect(lines('generations')).toBeGreaterThan(2), { timeout: 10_000 })
      await vi.waitFor(() => expect(existsSync(join(folder, 'many'))).toBe(true), { timeout: 10_000 })
      await launched.end(100)
      expect(workingIn(folder)).toEqual([])
    })

    test('ending twice is ending once', async () => {
      const launched = await launch('sleep 1000')
      const [first, second] = await Promise.all([launched.end(100), launched.end(100)])
      expect([first, second]).toEqual([0, 0])
    })

    test('endAll ends every launch that has not been ended', async () => {
      const launches = await Promise.all([launch('sleep 1000'), launch('cat')])
      await processes.endAll()
      for (const launched of launches) {
        await launched.ended
        expect(isAlive(launched.pid)).toBe(false)
      }
    })

    test('P1: the next conductor reaps what was left, by name, and only once', async () => {
      const launched = await launch(`setsid ${keepPid('daemon', 'sleep 1000')} & cat`, { label: 'the agent' })
      const daemon = await pidIn('daemon', launched)
      const reaped = await make(join(folder, 'state')).reap()
      expect(reaped).toContainEqual({ pid: launched.pid, label: 'the agent' })
      expect(reaped).toContainEqual({ pid: daemon, label: 'the agent' })
      expect(isAlive(launched.pid)).toBe(false)
      expect(isAlive(daemon)).toBe(false)
      await expect(make(join(folder, 'state')).reap()).resolves.toEqual([])
    })

    test('a conductor that left nothing has nothing to reap', async () => {
      await expect(processes.reap()).resolves.toEqual([])
    })

    function lines(file: string): number {
      return existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8').split('\n').length : 0
    }

    /** Runs a program that first writes its own process number to a file. */
    function keepPid(file: string, program: string): string {
      return `/bin/sh -c 'echo $$ > ${file}.new; mv ${file}.new ${file}; exec ${program}'`
    }

    function waitFor(file: string): string {
      return `while ! [ -e ${file} ]; do sleep 0.01; done`
    }

    /** The number in the file, as it is from here. */
    async function pidIn(file: string, launched: LaunchedProcess | null): Promise<number> {
      await vi.waitFor(() => expect(existsSync(join(folder, file))).toBe(true), { timeout: 10_000 })
      const told = Number(readFileSync(join(folder, file), 'utf8'))
      return launched === null || launched.confinement === 'none' ? told : seenFromHere(told, launched.pid)
    }
  })
}

async function readAll(launched: LaunchedProcess): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of launched.stdout) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

async function firstOutput(launched: LaunchedProcess): Promise<void> {
  const reader = launched.stdout.getReader()
  await reader.read()
  reader.releaseLock()
}
