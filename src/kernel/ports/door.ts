import type { HostPattern } from '../host-pattern.ts'

/** Somebody wanted to reach a host and was not let. */
export interface RefusedHost {
  /** As it would be written to allow it. */
  readonly host: string
  /** `private`: its name leads to an address of this machine or its own network. */
  readonly why: 'not-listed' | 'private'
}

export interface DoorRequest {
  /** Asked again for every connection, so that a word given meanwhile counts. */
  readonly hosts: () => readonly HostPattern[]
  /** Called once for every host. */
  readonly onRefused: (refused: RefusedHost) => void
}

/** A way out for a process that has no network of its own. */
export interface Door {
  /** The socket at which it answers as an HTTP proxy does. */
  readonly socket: string
  close(): Promise<void>
}

/**
 * Opens a door for one process. Contract: whatever is not listed is refused, by name before it is looked up, and by
 * address after; a listed name that leads to a private address is refused unless it is listed with that port.
 */
export type OpenDoor = (request: DoorRequest) => Promise<Door>
