const MOST = 100

/**
 * Every path that `{a,b}` stands for, as a shell would write them out; braces without a comma stand for
 * themselves. `null` when there are more than a hundred.
 */
export function expandBraces(path: string): readonly string[] | null {
  const open = [path]
  const done: string[] = []
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const choice = innermostChoice(next)
    if (choice === null) done.push(next)
    else open.push(...choice)
    if (done.length + open.length > MOST) return null
  }
  return done
}

function innermostChoice(path: string): readonly string[] | null {
  const found = /\{([^{}]*,[^{}]*)\}/.exec(path)
  if (found === null) return null
  const [whole, inside = ''] = found
  const before = path.slice(0, found.index)
  const after = path.slice(found.index + whole.length)
  return inside.split(',').map((option) => `${before}${option}${after}`)
}
