/**
 * Waits until all have ended and throws the failure of the first in order. None goes on in a folder that is closed
 * meanwhile: its number may be another folder's by then.
 */
export async function allEnded(acts: readonly Promise<unknown>[]): Promise<void> {
  for (const ended of await Promise.allSettled(acts)) if (ended.status === 'rejected') throw ended.reason
}
