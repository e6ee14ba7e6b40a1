import type { Attempt } from '../attempt.ts'
import { CONFINED, UNREACHED } from '../attempt.ts'

/** Other processes are looked into, stopped, or spoken to. */
export const processes: readonly Attempt[] = [
  {
    name: 'read the variables of the conductor and of other agents',
    promised: CONFINED,
    works: 'for everybody',
    act: ({ readsOfProcesses }) => readsOfProcesses('environ'),
  },
  {
    name: 'read open files of the conductor',
    promised: CONFINED,
    works: 'for everybody',
    act: ({ readsOfProcesses }) => readsOfProcesses('fd'),
  },
  {
    name: 'see what other processes were started with',
    promised: CONFINED,
    works: 'for everybody',
    act: ({ readsOfProcesses }) => readsOfProcesses('cmdline'),
  },
  {
    name: 'come to a secret by the root of another process',
    promised: CONFINED,
    works: 'for everybody',
    act: ({ fs, reads, place }) =>
      fs
        .readdirSync('/proc')
        .filter((pid) => /^\d+$/.test(pid))
        .some((pid) => {
          try {
            return reads(`/proc/${pid}/root${place.state}/key`)
          } catch {
            return false
          }
        }),
  },
  {
    name: 'stop a process of the user',
    promised: CONFINED,
    works: 'for everybody',
    act: ({ place }) => {
      process.kill(place.victim, 'SIGSTOP')
      process.kill(place.victim, 'SIGCONT')
      return 'stopped SECRET'
    },
  },
  {
    name: 'signal the conductor, and its group',
    promised: CONFINED,
    works: 'for everybody',
    act: ({ place }) => process.kill(place.conductor, 0) && 'signalled SECRET',
  },
  {
    name: 'write to the memory of another process',
    promised: CONFINED,
    works: 'varies',
    act: ({ fs, place }) => {
      fs.closeSync(fs.openSync(`/proc/${place.victim}/mem`, 'r+'))
      return 'opened SECRET'
    },
  },
  {
    name: 'find an open file that it was not given',
    promised: { sandbox: 'held', namespaces: 'held', none: 'held' },
    works: 'varies',
    act: ({ fs, place }) =>
      fs.readdirSync('/proc/self/fd').some((fd) => {
        try {
          const target = fs.readlinkSync(`/proc/self/fd/${fd}`)
          return [place.run, place.state, place.home].some((folder) => target.startsWith(`${folder}/`))
        } catch {
          return false
        }
      }) && 'found SECRET',
  },
  {
    name: 'write to the terminal that the user sits at',
    promised: { sandbox: 'held', namespaces: 'held', none: 'held' },
    works: 'varies',
    act: ({ fs }) => {
      fs.closeSync(fs.openSync('/dev/tty', 'r+'))
      return 'opened SECRET'
    },
  },
  {
    name: 'speak to an agent for keys by its socket in /tmp',
    promised: CONFINED,
    works: 'for everybody',
    act: ({ reaches, place }) => reaches({ path: place.socket }),
  },
  {
    name: 'speak to a service by its socket, wherever that is',
    promised: UNREACHED,
    works: 'for everybody',
    act: ({ reaches, place }) => reaches({ path: place.service }),
  },
  {
    name: 'speak to a socket without a file',
    promised: UNREACHED,
    works: 'for everybody',
    act: ({ reaches, place }) => reaches({ path: `\0${place.abstract}` }),
  },
  {
    name: 'speak to a server on this machine: of the user, or the tools of another task',
    promised: UNREACHED,
    works: 'for everybody',
    act: ({ reaches, place }) => reaches({ port: place.tcp, host: '127.0.0.1' }),
  },
  {
    name: 'reach another address without a name',
    promised: UNREACHED,
    works: 'for everybody',
    act: ({ reaches, place }) => reaches({ port: place.tcp, host: place.address }),
  },
  {
    name: 'ask for a name, or send by UDP',
    promised: UNREACHED,
    works: 'for everybody',
    act: ({ dgram, place }) =>
      new Promise((resolve) => {
        const socket = dgram.createSocket('udp4')
        const end = (answer: boolean): void => {
          socket.close()
          resolve(answer && 'answered SECRET')
        }
        const late = setTimeout(() => end(false), 1500)
        socket.on('message', () => {
          clearTimeout(late)
          end(true)
        })
        socket.on('error', () => {
          clearTimeout(late)
          end(false)
        })
        socket.send('name', place.udp, '127.0.0.1')
      }),
  },
  {
    name: 'have the proxy lead to a host that is not listed',
    promised: UNREACHED,
    works: 'for everybody',
    act: ({ reachesByProxy, place }) => reachesByProxy('127.0.0.1', place.tcp),
  },
  {
    name: 'leave a process that outlives it: detached, without parent, with cleared variables',
    promised: CONFINED,
    works: 'varies',
    act: ({ childProcess, place }) => {
      const script = `(setsid sh -c 'cd /; sleep 40; : ${place.mark}-daemon' </dev/null >/dev/null 2>&1 &)`
      childProcess
        .spawn('/bin/sh', ['-c', script], { env: {}, cwd: '/', detached: true, stdio: 'ignore' })
        .unref()
    },
    leaves: ({ mark }) => `process ${mark}-daemon`,
  },
]
