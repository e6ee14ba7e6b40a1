import type * as ChildProcess from 'node:child_process'
import type * as Datagram from 'node:dgram'
import type * as FileSystem from 'node:fs'
import type * as Net from 'node:net'
import type * as Path from 'node:path'

/** Where everything is on the decoy machine, as a hostile program would find out. */
export interface Place {
  readonly home: string
  readonly project: string
  readonly commonDir: string
  readonly run: string
  readonly store: string
  readonly state: string
  readonly settings: string
  /** The workspace of the program. */
  readonly own: string
  /** The workspace of another task. */
  readonly other: string
  readonly otherRepository: string
  readonly shared: string
  readonly conductor: number
  readonly victim: number
  readonly tcp: number
  readonly udp: number
  readonly address: string
  readonly abstract: string
  readonly socket: string
  /** A socket where no temporary files are. */
  readonly service: string
  readonly mark: string
}

export interface Node {
  readonly fs: typeof FileSystem
  readonly path: typeof Path
  readonly net: typeof Net
  readonly dgram: typeof Datagram
  readonly childProcess: typeof ChildProcess
}

export interface AttackTools extends Node {
  readonly place: Place
  /** Whether a file holds a secret. */
  readonly reads: (file: string) => boolean
  /** Of all other processes that can be seen. */
  readonly readsOfProcesses: (name: string) => boolean
  readonly append: (file: string) => void
  /** Runs a shell's script for three seconds at most and gives what it printed. */
  readonly sh: (script: string) => string
  /** Whether somebody answers with a secret. */
  readonly reaches: (
    where: { readonly port: number; readonly host: string } | { readonly path: string },
  ) => Promise<boolean>
  /** The same through the proxy that the environment names. */
  readonly reachesByProxy: (host: string, port: number) => Promise<boolean>
}

/** Made within the attacked process: it uses nothing from around it. */
export function attackTools(place: Place, node: Node): AttackTools {
  const { fs, net, childProcess } = node
  const isSecret = (text: string): boolean => text.includes('SECRET')
  const reads = (file: string): boolean => isSecret(fs.readFileSync(file, 'utf8'))
  const answer = (socket: Net.Socket, first: string | null): Promise<boolean> =>
    new Promise((resolve) => {
      let said = ''
      const end = (): void => {
        socket.destroy()
        resolve(isSecret(said))
      }
      setTimeout(end, 1500)
      socket.on('error', end)
      socket.on('close', end)
      socket.on('data', (bytes) => {
        said += String(bytes)
        if (isSecret(said)) end()
      })
      if (first !== null) socket.write(first)
    })
  const unlessRefused = <T>(act: () => T): T | null => {
    try {
      return act()
    } catch {
      return null
    }
  }
  const filesOf = (file: string): readonly string[] =>
    file.endsWith('/fd') ? fs.readdirSync(file).map((fd) => `${file}/${fd}`) : [file]
  /** A pipe or a log that is read from would keep it. */
  const isSecretFile = (file: string): boolean =>
    unlessRefused(() => {
      const state = fs.statSync(file)
      return state.isFile() && state.size < 1000 && reads(file)
    }) === true
  return {
    ...node,
    place,
    reads,
    readsOfProcesses: (name) => {
      const pids = fs.readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && Number(pid) !== process.pid)
      return pids.some(
        (pid) => unlessRefused(() => filesOf(`/proc/${pid}/${name}`).some(isSecretFile)) === true,
      )
    },
    append: (file) => fs.appendFileSync(file, 'hostile\n'),
    sh: (script) =>
      childProcess.spawnSync('/bin/sh', ['-c', script], {
        timeout: 3000,
        encoding: 'utf8',
        killSignal: 'SIGKILL',
      }).stdout,
    reaches: (where) => answer(net.connect(where), null),
    reachesByProxy: (host, port) => {
      const proxy = process.env['http_proxy'] ?? process.env['HTTP_PROXY']
      if (proxy === undefined) return answer(net.connect({ host, port }), null)
      const { hostname, port: door } = new URL(proxy)
      const wanted = `CONNECT ${host}:${port} HTTP/1.1\r\nHost: ${host}:${port}\r\n\r\n`
      return answer(net.connect({ host: hostname, port: Number(door) }), wanted)
    },
  }
}
