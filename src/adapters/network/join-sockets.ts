import type { Socket } from 'node:net'
import { pipeline } from 'node:stream'
import type { Duplex } from 'node:stream'

/** Lets everything through between two connections until both have ended or are silent for too long. */
export function joinSockets(line: Duplex, socket: Socket, idleMs: number): void {
  // Whatever goes either way goes through this one, so its silence is that of both.
  socket.setTimeout(idleMs, () => socket.destroy(new Error('it was silent for too long')))
  pipeline(line, socket, () => undefined)
  pipeline(socket, line, () => undefined)
}
