const roots = 'home|Users|tmp|var|private|root|work|workspaces?|builds?|mnt|opt|srv|run|data'
const absolutePath = new RegExp(
  `(?:file://)?(?:/(?:${roots})/|(?<![A-Za-z])[A-Za-z]:[\\\\/])[^\\s'"\`<>()|,;]{1,1000}`,
  'g',
)
const port = /(?<=\b(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\])):\d{2,5}\b/g
const MOST = 400

/** One name from a test's file, suites and title, without what differs from run to run: machine paths and ports. */
export function stableName(parts: readonly string[]): string {
  const words = parts.map(stable).filter((part) => part !== '')
  return words.join(' > ').slice(0, MOST)
}

function stable(part: string): string {
  const cut = part.length > MOST ? part.slice(0, MOST) : part
  const plain = (/[^\S ]| {2}/.test(cut) ? cut.replace(/\s+/g, ' ') : cut).trim()
  if (!/[\\/:]/.test(plain)) return plain
  return wholePath(plain)
    .replace(absolutePath, (path) => lastOf(path))
    .replace(port, ':<port>')
}

/** A part that is one absolute path is a file's, wherever it lies. */
function wholePath(part: string): string {
  return /^(?:file:\/\/)?\/[^\s]+\.[a-z]{1,5}$/i.test(part) ? lastOf(part) : part
}

function lastOf(path: string): string {
  return path.split(/[\\/]/).findLast((piece) => piece !== '') ?? path
}
