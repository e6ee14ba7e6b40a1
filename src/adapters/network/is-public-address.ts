import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'

const PRIVATE: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
]

const blocked = new BlockList()
for (const [net, prefix] of PRIVATE) block(blocked, net, prefix)

/**
 * Whether an address belongs to the internet: not to this machine, the networks that it is in, or a way around to them.
 */
export function isPublicAddress(address: string, own: readonly string[] = ownNetworks()): boolean {
  const family = isIP(address)
  if (family === 0) return false
  const here = new BlockList()
  for (const [net = '', prefix = ''] of own.map((each) => each.split('/'))) block(here, net, Number(prefix))
  // An IPv4 address in the clothes of an IPv6 one is judged as what it is.
  return [blocked, here].every((list) => !list.check(address, family === 4 ? 'ipv4' : 'ipv6'))
}

/** With how many of their first bits count. */
function ownNetworks(): readonly string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  return addresses.flatMap(({ cidr }) => (cidr === null ? [] : [cidr]))
}

function block(list: BlockList, net: string, prefix: number): void {
  list.addSubnet(net, prefix, net.includes(':') ? 'ipv6' : 'ipv4')
}
