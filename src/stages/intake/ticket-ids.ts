/** Names of standards and formats that are written like a ticket. */
const STANDARDS =
  /^(?:UTF|UCS|ISO|IEC|RFC|SHA|MD|AES|RSA|HTTP|TLS|SSL|ES|ECMA|ANSI|IEEE|CVE|PEP|WCAG|ASCII|BASE|CP|GPT|X|H|RC|ADR|AC|PR|P|A|B|C|D)-/

/** Ids of tickets in a text: Jira's and Linear's ABC-12, GitHub's #12 and owner/repo#12, also out of links. */
export function ticketIds(text: string): readonly string[] {
  const linked = text.replaceAll(
    /https?:\/\/github\.com\/([\w.-]+\/[\w.-]+)\/(?:issues|pull)\/(\d+)/g,
    ' $1#$2 ',
  )
  const found = [
    ...linked.matchAll(/(?<![\w/.#-])([\w.-]+\/[\w.-]+#\d+)\b/g),
    ...linked.matchAll(/(?<![\w/.#&-])(#\d+)\b/g),
    ...linked.matchAll(/(?<![\w.#-])([A-Z][A-Z0-9]{0,9}-\d+)\b(?![-.]\w)/g),
  ]
  return [
    ...new Set(
      found
        .toSorted((a, b) => a.index - b.index)
        .map(([, id]) => id ?? '')
        .filter((id) => !STANDARDS.test(id)),
    ),
  ]
}
