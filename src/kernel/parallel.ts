/**
 * Works on all items, at most `limit` at once. One that fails does not stop its siblings; when all have ended
 * the failure of the first item in order is thrown, so that a replay throws the same one.
 */
export async function parallel<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: PromiseSettledResult<R>[] = []
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const index = next
      next += 1
      results[index] = await settle(work(items[index] as T, index))
    }
  }
  await Promise.all(Array.from({ length: Math.min(Math.max(1, limit), items.length) }, worker))
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
}

async function settle<R>(work: Promise<R>): Promise<PromiseSettledResult<R>> {
  try {
    return { status: 'fulfilled', value: await work }
  } catch (reason) {
    return { status: 'rejected', reason }
  }
}
