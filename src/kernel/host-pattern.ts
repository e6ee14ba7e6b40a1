/** Hosts that may be reached, as a person writes them: `api.example.com`, `*.example.com`, `localhost:11434`. */
export interface HostPattern {
  /** In small letters; of a pattern for everything below a name, that name. */
  readonly host: string
  /** `null` stands for the ports of the web. */
  readonly port: number | null
  /** Whether it means everything below the name, and not the name itself. */
  readonly below: boolean
}

const WEB_PORTS = [80, 443]
const LABEL = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?'
const NAME = new RegExp(`^${LABEL}(?:\\.${LABEL})*$`)
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/
const IPV6 = /^[0-9a-f:]*:[0-9a-f:.]*$/
const WRITTEN = /^(\*\.)?(?:\[([^\]]*)\]|([^:[\]/\s]+))(?::(\d{1,5}))?$/

/** `null` for what is no host, no address and no pattern of these. */
export function parseHostPattern(text: string): HostPattern | null {
  const [, star, inBrackets, plain, digits] = WRITTEN.exec(text.trim().toLowerCase()) ?? []
  const host = hostOf(inBrackets === undefined ? (plain ?? '') : `[${inBrackets}]`)
  const port = digits === undefined ? null : Number(digits)
  if (host === null || (port !== null && (port < 1 || port > 65_535))) return null
  const below = star !== undefined
  if (below && (!host.includes('.') || isAddress(host))) return null
  // This machine has no services on the ports of the web that anybody could mean.
  return port === null && isLoopback(host) ? null : { host, port, below }
}

/**
 * A host as it stands in a request, in one spelling; `null` for what is neither a name nor an address as it is
 * usually written. So `127.1`, `0x7f.0.0.1` and `2130706433` are no hosts.
 */
export function hostOf(text: string): string | null {
  const host = text.toLowerCase().replace(/\.$/, '')
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  if (bare !== host) return IPV6.test(bare) ? bare : null
  if (IPV6.test(host)) return host
  if (/(^|\.)(\d+|0x[0-9a-f]*)$/.test(host)) return IPV4.test(host) ? host : null
  return host.length <= 253 && NAME.test(host) ? host : null
}

export function matchesHost({ host, port, below }: HostPattern, asked: string, at: number): boolean {
  if (port === null ? !WEB_PORTS.includes(at) : port !== at) return false
  if (below) return asked.endsWith(`.${host}`)
  return asked === host || (isLoopback(asked) && isLoopback(host))
}

/** This machine by its usual names. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '127.0.0.1'
}

/** As a person would write it. */
export function formatHost(host: string, port: number): string {
  const name = host.includes(':') ? `[${host}]` : host
  return WEB_PORTS.includes(port) && !isLoopback(host) ? name : `${name}:${port}`
}

function isAddress(host: string): boolean {
  return host.includes(':') || IPV4.test(host)
}
