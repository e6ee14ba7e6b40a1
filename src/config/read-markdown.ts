/** What stands under a name in bold in a list, with the lines below it without their indentation. */
export interface MarkdownField {
  readonly inline: string
  readonly more: readonly string[]
}

/** The lines after a heading, up to the next one of any level. */
export function bodyAfter(lines: readonly string[], heading: number): readonly string[] {
  const end = lines.findIndex((each, at) => at > heading && /^#{1,5} /.test(each))
  return lines.slice(heading + 1, end === -1 ? undefined : end)
}

/** The lines under a heading of this text; none when there is none. */
export function sectionOf(lines: readonly string[], heading: string): readonly string[] {
  const at = lines.findIndex((each) => new RegExp(`^#{2,4} ${heading}\\s*$`).test(each))
  return at === -1 ? [] : bodyAfter(lines, at)
}

/** `- **Name:** text` and what is indented below, by the name in small letters. */
export function fieldsIn(body: readonly string[]): ReadonlyMap<string, MarkdownField> {
  const fields = new Map<string, { inline: string; more: string[] }>()
  let current: { inline: string; more: string[] } | null = null
  for (const each of body) {
    const [, name, inline] = /^[-*] \*\*(.+?):\*\*\s*(.*)$/.exec(each) ?? []
    if (name !== undefined) {
      current = { inline: (inline ?? '').trim(), more: [] }
      fields.set(name.toLowerCase(), current)
    } else if (current !== null && each.trim() !== '') current.more.push(each.replace(/^ {2}/, ''))
  }
  return fields
}

/** A field as a list: what stands beside its name, and each line below without its bullet. */
export function itemsOf(field: MarkdownField | undefined): readonly string[] {
  if (field === undefined) return []
  const more = field.more.map((each) => each.replace(/^\s*(?:[-*]|\d+[.)])\s+/, '').trim())
  const isNothing = /^(?:none|n\/a|-)?\.?$/i.test(field.inline)
  return [...(isNothing ? [] : [field.inline]), ...more].filter((each) => each !== '')
}
