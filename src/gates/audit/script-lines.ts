const own = String.raw`(?:\$0|\$\{0(?::A)?\}|\$BASH_SOURCE|\$\{BASH_SOURCE(?:\[0\])?(?::-\$0)?\}|%N)`
const quoted = `["']?${own}["']?`
const ownFolder = new RegExp(
  [
    String.raw`\$\(\s*dirname\s+(?:--\s+)?["']?\$\(\s*(?:readlink|realpath)\s+(?:-\w+\s+)*(?:--\s+)?${quoted}\s*\)["']?\s*\)`,
    String.raw`\$\(\s*dirname\s+(?:--\s+)?${quoted}\s*\)`,
    String.raw`\$\{(?:0|BASH_SOURCE(?:\[0\])?)%\/\*\}`,
    String.raw`\$\{0:A:h\}|\$PSScriptRoot`,
  ].join('|'),
  'g',
)
/** A folder that is entered only to learn its whole name. */
const wholeName =
  /\$\(\s*(?:CDPATH=\S*\s+)?(?:cd|realpath)\s+(?:-\w+\s+|--\s+)*["']?([\w./-]+)["']?(?:\s*>\s*\/dev\/null(?:\s+2>&1)?)?(?:\s*(?:&&|;)\s*pwd(?:\s+-P)?)?\s*\)/g
const setsPath =
  /^\s*(?:export\s+|readonly\s+|local\s+|declare\s+(?:-\w+\s+)*)?([A-Za-z_]\w*)=["']?([\w./-]+)["']?\s*(?:[;#].*)?$/
const variable = /\$\{?([A-Za-z_]\w*)\}?/g
const sourcesUnknown = /(^|[;&|]\s*|\s)((?:\.|source)\s+["']?)\$\{?[A-Za-z_]\w*\}?\//g

/** The lines of a shell script, with the places in them that it finds by its own, without comments. */
export function scriptLines(text: string, path: string): readonly string[] {
  const folder = path.split('/').slice(0, -1).join('/') || '.'
  const places = new Map<string, string>()
  return text
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .map((raw) => {
      const line = raw
        .replaceAll(ownFolder, folder)
        .replaceAll(variable, (text, name) => places.get(String(name)) ?? text)
        .replaceAll(wholeName, '$1')
      const [, name, place = ''] = setsPath.exec(line) ?? []
      if (name !== undefined && (place.includes('/') || raw !== line)) places.set(name, place)
      return line.replaceAll(sourcesUnknown, `$1$2${folder}/`)
    })
}
