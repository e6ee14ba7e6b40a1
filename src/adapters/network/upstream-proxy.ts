/** The proxy that this machine itself needs to reach a host, as the usual variables say; `null` for none. */
export function upstreamProxy(
  environment: Readonly<Record<string, string | undefined>>,
  host: string,
  port: number,
): URL | null {
  const read = (name: string): string => environment[name.toLowerCase()] || environment[name] || ''
  const written = read(port === 80 ? 'HTTP_PROXY' : 'HTTPS_PROXY') || read('ALL_PROXY')
  if (written === '' || isExcepted(read('NO_PROXY'), host, port)) return null
  try {
    const url = new URL(written.includes('://') ? written : `http://${written}`)
    return url.protocol === 'http:' ? url : null
  } catch {
    return null
  }
}

function isExcepted(list: string, host: string, port: number): boolean {
  if (host === 'localhost' || host === '127.0.0.1' || host === '::1') return true
  return list
    .split(/[\s,]+/)
    .map((each) => each.toLowerCase().replace(/^\*?\./, ''))
    .some((each) => {
      const [name = '', only] = each.split(':')
      if (name === '' || (only !== undefined && Number(only) !== port)) return false
      return name === '*' || host === name || host.endsWith(`.${name}`)
    })
}
