import { isLoopback } from '../../kernel/host-pattern.ts'
import type { NetworkAccess } from '../../kernel/ports/isolation.ts'
import { forwarderCommand } from './forwarder.ts'
import type { Surroundings } from './surroundings.ts'
import type { Sight } from './view.ts'

/** What a program in a sandbox has instead of a network. */
export interface WayOut {
  readonly sight: Sight
  /** What stands beside the program and leads to the door. */
  readonly forwarder: readonly string[]
  close(): Promise<void>
}

/** In the scratch folder that every sandbox has; a mount cannot be taken away from there. */
const DOOR = '/tmp/.tutti-door'

/** Opens the door of one launch; `null` where it has the network of the machine, or none. */
export async function openWayOut(
  network: NetworkAccess | undefined,
  { hosts, openDoor }: Pick<Surroundings, 'hosts' | 'openDoor'>,
): Promise<WayOut | null> {
  if (typeof network !== 'object' || openDoor === null) return null
  const all = () => [...network.hosts, ...hosts()]
  const door = await openDoor({ hosts: all, onRefused: network.onRefused })
  const ports = all().flatMap(({ host, port }) => (port !== null && isLoopback(host) ? [port] : []))
  return {
    sight: { kind: 'read', path: DOOR, from: door.socket },
    forwarder: forwarderCommand(DOOR, [...new Set(ports)]),
    close: () => door.close(),
  }
}
