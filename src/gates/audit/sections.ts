/**
 * The lines of a TOML or INI text that belong to sections of the wanted names, without comments, so that two
 * texts can be compared by them. Dotted keys count as sections: `tool.pytest.x = 1` is in `tool.pytest`.
 */
export function sectionLines(text: string, wanted: (section: string) => boolean): readonly string[] {
  const found: string[] = []
  let section = ''
  for (const raw of text.split('\n')) {
    const line = raw.replace(/^\s*[#;].*$/, '').trim()
    if (line === '') continue
    const header = /^\[+([^[\]=]+)\]+\s*(?:#.*)?$/.exec(line)
    if (header !== null) section = tidyName(header[1] ?? '')
    const key = /^([\w"'.\s-]+)=/.exec(line)
    const name =
      key === null ? section : [section, tidyName(key[1] ?? '')].filter((part) => part !== '').join('.')
    if (wanted(section) || wanted(name)) found.push(`${section}: ${line.replaceAll(/\s+/g, ' ')}`)
  }
  return found
}

function tidyName(name: string): string {
  return name.replaceAll(/["'\s]/g, '').toLowerCase()
}
