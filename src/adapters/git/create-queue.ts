/** A queue of one: each call starts when the one before it has settled. */
export function createQueue(): <T>(act: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (act) => {
    const next = last.then(act, act)
    last = next.catch(() => {})
    return next
  }
}
