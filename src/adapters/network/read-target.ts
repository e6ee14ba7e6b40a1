import type { IncomingMessage } from 'node:http'
import { hostOf } from '../../kernel/host-pattern.ts'

export interface Target {
  readonly host: string
  readonly port: number
  /** What is asked for there; `null` where everything is to be let through. */
  readonly path: string | null
}

const WHOLE_URL = /^http:\/\/([^/?#@:[\]]+|\[[^\]/]*\])(?::(\d{1,5}))?([/?][\x21-\x7e]*)?$/i

/** Whom a request to a proxy is for: by its method CONNECT, or by a whole URL without encryption; else `null`. */
export function readTarget({ method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>): Target | null {
  if (method === 'CONNECT') {
    const [, name = '', digits = ''] = /^(.+):(\d{1,5})$/.exec(url) ?? []
    return targetOf(name, Number(digits), null)
  }
  const [, name = '', digits = '80', path = '/'] = WHOLE_URL.exec(url) ?? []
  return targetOf(name, Number(digits), path.startsWith('/') ? path : `/${path}`)
}

function targetOf(name: string, port: number, path: string | null): Target | null {
  const host = hostOf(name)
  return host === null || port < 1 || port > 65_535 ? null : { host, port, path }
}
