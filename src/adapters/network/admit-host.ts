import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { HostPattern } from '../../kernel/host-pattern.ts'
import { matchesHost } from '../../kernel/host-pattern.ts'
import type { RefusedHost } from '../../kernel/ports/door.ts'
import { isPublicAddress } from './is-public-address.ts'

/** Finds every address of a name; rejects when there is none. */
export type FindAddresses = (host: string) => Promise<readonly LookupAddress[]>

/** Where a host was found, if it may be reached; only these addresses may be connected to. */
export type Admission =
  | { readonly kind: 'admitted'; readonly addresses: readonly LookupAddress[] }
  | { readonly kind: 'refused'; readonly why: RefusedHost['why'] }
  | { readonly kind: 'not-found' }

export const findAddresses: FindAddresses = (host) => lookup(host, { all: true })

/** Contract: a name that is not listed is never looked up, so that nothing can be told to the owner of a name server. */
export async function admitHost(
  { host, port }: { readonly host: string; readonly port: number },
  hosts: readonly HostPattern[],
  find: FindAddresses,
): Promise<Admission> {
  const listed = hosts.filter((pattern) => matchesHost(pattern, host, port))
  if (listed.length === 0) return { kind: 'refused', why: 'not-listed' }
  const mayBePrivate = listed.some((pattern) => pattern.port !== null && !pattern.below)
  const addresses = await addressesOf(host, find)
  if (addresses.length === 0) return { kind: 'not-found' }
  return mayBePrivate || addresses.every(({ address }) => isPublicAddress(address))
    ? { kind: 'admitted', addresses }
    : { kind: 'refused', why: 'private' }
}

async function addressesOf(host: string, find: FindAddresses): Promise<readonly LookupAddress[]> {
  const family = isIP(host)
  if (family !== 0) return [{ address: host, family }]
  try {
    return await find(host)
  } catch {
    return []
  }
}
