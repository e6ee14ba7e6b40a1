import { foldPath } from './fold-path.ts'

/** Longer lines are generated, and name nothing by hand. */
const LONGEST = 1000

/** The texts in quotes of a line. */
export function quotedIn(line: string): readonly string[] {
  return [...line.slice(0, LONGEST).matchAll(/(["'`])((?:\\.|(?!\1)[^\\])*)\1/g)].map(
    ([, , text = '']) => text,
  )
}

/** A path as seen from the folder of a file, without dots; `null` when it leads out of the repository. */
export function resolveFrom(file: string, path: string): string | null {
  const steps = file.split('/').slice(0, -1)
  for (const step of path.split('/')) {
    if (step === '..' && steps.pop() === undefined) return null
    if (step !== '..' && step !== '.' && step !== '') steps.push(step)
  }
  return steps.join('/')
}

/** Whether a line of `from` loads the code in `path`, in the ways of the common languages. */
export function loads(from: string, line: string, path: string): boolean {
  if (from === path) return false
  if (path.endsWith('.py')) return loadsPython(from, line, path)
  if (/\.(?:java|kts?|scala|groovy)$/.test(path)) {
    const dotted = withoutEnding(path).replaceAll('/', '.')
    const named = /^\s*import\s+(?:static\s+)?([\w.]+)/.exec(line)?.[1]
    return named !== undefined && (dotted.endsWith(named) || dotted.endsWith(named.replace(/\.\w+$/, '')))
  }
  if (path.endsWith('.rs')) {
    const module =
      withoutEnding(path)
        .replace(/\/mod$/, '')
        .split('/')
        .at(-1) ?? ''
    return new RegExp(
      `^\\s*(?:pub(?:\\([^)]*\\))?\\s+)?(?:mod\\s+${module}\\s*;|use\\b.*\\b${module}\\b)`,
    ).test(line)
  }
  if (path.endsWith('.go')) {
    const folder = path.split('/').slice(0, -1).join('/')
    return folder !== '' && quotedIn(line).some((text) => text === folder || text.endsWith(`/${folder}`))
  }
  // A header is looked for in all folders that the compiler is told of.
  if (/\.(?:h|hh|hpp)$/.test(path) && /^\s*#\s*include\b/.test(line))
    return quotedIn(line).some(
      (text) => path === text || path.endsWith(`/${text.replace(/^(?:\.{1,2}\/)+/, '')}`),
    )
  return quotedIn(line).some((text) => {
    const target = text.startsWith('.') ? resolveFrom(from, text) : text.replace(/^(?:@\/|~\/|#)/, '')
    if (target === null || target === '') return false
    const isSame = [path, withoutEnding(path), withoutEnding(path).replace(/\/index$/, '')].includes(
      /\.(?:[cm]?[jt]sx?|rb|php|sh|h|hpp|vue|svelte)$/.test(target) &&
        withoutEnding(target) === withoutEnding(path)
        ? path
        : target,
    )
    return (
      isSame ||
      (!text.startsWith('.') &&
        target.includes('/') &&
        withoutEnding(path).endsWith(`/${withoutEnding(target)}`))
    )
  })
}

function loadsPython(from: string, line: string, path: string): boolean {
  const dotted = withoutEnding(path)
    .replace(/\/__init__$/, '')
    .split('/')
  const found = /^\s*from\s+(\.*)([\w.]*)\s+import\s+(.+)|^\s*import\s+([\w.]+)/.exec(line)
  if (found === null) return false
  const [, dots = '', module = '', names = '', plain = ''] = found
  const up = from.split('/').slice(0, dots === '' ? 0 : -dots.length)
  const base = [...(dots === '' ? [] : up), ...(plain || module).split('.').filter((step) => step !== '')]
  const wanted = [base, ...names.split(/[\s,()]+/).map((name) => [...base, name])]
  const tail = dotted.join('.')
  return wanted.some((each) => {
    const name = each.join('.')
    return name !== '' && (tail === name || (dots === '' && tail.endsWith(`.${name}`)))
  })
}

/** Whether a line names a file as something to read: by its name, and by its folder where the name alone says little. */
export function names(from: string, line: string, path: string, isUnique: boolean): boolean {
  const folded = foldPath(path)
  const text = foldPath(line)
  const name = folded.split('/').at(-1) ?? ''
  const at = text.indexOf(name)
  if (at < 0 || /[\w-]/.test(text[at - 1] ?? '') || /[\w-]/.test(text[at + name.length] ?? '')) return false
  const folder = folded.split('/').at(-2)
  if (isUnique || folder === undefined) return true
  return (
    text.includes(folder) ||
    foldPath(from).split('/').slice(0, -1).join('/') === folded.split('/').slice(0, -1).join('/')
  )
}

function withoutEnding(path: string): string {
  return path.replace(/\.\w+$/, '')
}
