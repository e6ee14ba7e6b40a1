/** The port inside at which the way out answers as an HTTP proxy. Nobody else listens in there. */
export const PROXY_PORT = 61_080

/**
 * What stands beside a program that has no network of its own, as a program for Node: it takes connections to its
 * ports on the loopback to the door. One port is the door itself; every other is a port of the same number outside,
 * for programs that know nothing of proxies. It tells its process number when it listens.
 */
const FORWARDER = `
const { pipeline } = require('node:stream')
const net = require('node:net')
const [door, proxy, ...ports] = process.argv.slice(1)
process.on('uncaughtException', () => undefined)
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined)
const join = (line, way) => {
  pipeline(line, way, () => undefined)
  pipeline(way, line, () => undefined)
}
const through = (port) => (line) => {
  const way = net.connect({ path: door, allowHalfOpen: true })
  line.on('error', () => way.destroy())
  way.on('error', () => line.destroy())
  if (port === proxy) return join(line, way)
  way.write('CONNECT localhost:' + port + ' HTTP/1.1\\r\\nHost: localhost:' + port + '\\r\\n\\r\\n')
  let head = Buffer.alloc(0)
  const take = (chunk) => {
    head = Buffer.concat([head, chunk])
    const end = head.indexOf('\\r\\n\\r\\n')
    if (end === -1) return
    way.off('data', take)
    way.pause()
    if (!head.subarray(0, 12).equals(Buffer.from('HTTP/1.1 200'))) return line.resetAndDestroy()
    const rest = head.subarray(end + 4)
    if (rest.length > 0) way.unshift(rest)
    join(line, way)
  }
  way.on('data', take)
  way.on('end', () => { if (line.bytesWritten === 0 && head.length === 0) line.destroy() })
}
const listening = [proxy, ...ports].flatMap((port) => ['127.0.0.1', '::1'].map((host) => new Promise((settle) => {
  const server = net.createServer({ allowHalfOpen: true }, through(port))
  server.on('error', settle)
  server.listen({ host, port: Number(port) }, settle)
})))
Promise.all(listening).then(() => {
  process.stdout.write(process.pid + '\\n', () => require('node:fs').closeSync(1))
})
`

/** The command of a forwarder to a door, with further ports that stand for the same ones outside. */
export function forwarderCommand(door: string, ports: readonly number[]): readonly string[] {
  const numbers = [PROXY_PORT, ...ports].map(String)
  return ['/usr/bin/env', '-i', process.execPath, '-e', FORWARDER, '--', door, ...numbers]
}

/** Variables by which programs find the proxy, and leave it out for what is in there with them. */
export function proxyVariables(): Readonly<Record<string, string>> {
  const url = `http://127.0.0.1:${PROXY_PORT}`
  const around = 'localhost,127.0.0.1,::1'
  const named = { HTTP_PROXY: url, HTTPS_PROXY: url, ALL_PROXY: url, NO_PROXY: around }
  const small = Object.entries(named).map(([name, value]) => [name.toLowerCase(), value])
  return { ...named, ...Object.fromEntries(small), NODE_USE_ENV_PROXY: '1' }
}
