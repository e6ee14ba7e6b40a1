import type { ToolMandate } from './brief.ts'

/** Words after "use" that name no tool. */
const NO_TOOL =
  /^(?:it|its|this|that|these|those|them|the|a|an|our|your|my|their|his|her|one|two|same|more|less|no|any|all|both|each|only|strict|existing|new|old|proper|better|other|cases?|which|what|when|if|to|of|in|for|and|or|tests?|types?|names?|care|is|are|as|by|ones?|default|defaults)$/i

const NAME = String.raw`(?:\x60([^\x60\n]{1,60})\x60|(@?[\p{L}][\p{L}\p{N}./@:+#-]{0,40}))`
/** "with" begins far too much: after it only what is written like a name counts. */
const PROPER = String.raw`(?:\x60([^\x60\n]{1,60})\x60|(\p{Lu}[\p{L}\p{N}.+#-]{1,40}|@[\w-]+\/[\w.-]+))`
const ASKED = new RegExp(
  String.raw`\b(?:must\s+use|use|using|leverage|leveraging|integrate\s+with)\s+(?:the\s+)?${NAME}`,
  'giu',
)
const ASKED_WITH = new RegExp(String.raw`\b(?:[Ww]ith|[Vv]ia)\s+(?:the\s+)?${PROPER}`, 'gu')

const MOST = 20

const FOR_PLANNER = /\b(?:analy[sz]e|inspect|investigate|research|diagnose)\b|see the page/i

/** Which tools a request says must be used, each in the request's own words. */
export function toolMandates(text: string): readonly ToolMandate[] {
  const found = sentencesOf(text).flatMap((words) => {
    const by = FOR_PLANNER.test(words) ? ('planner' as const) : ('implementer' as const)
    return [...toolsIn(words)].map((tool) => ({ tool, words, by }))
  })
  return found
    .slice(0, MOST)
    .filter(
      ({ tool, words }, index) =>
        found.findIndex((each) => each.tool === tool && each.words === words) === index,
    )
}

function toolsIn(words: string): ReadonlySet<string> {
  const names = [...words.matchAll(ASKED), ...words.matchAll(ASKED_WITH)].map(
    ([, quoted, bare]) => quoted ?? (bare ?? '').replace(/[.:,;/-]+$/, ''),
  )
  return new Set(names.filter((name) => name !== '' && !NO_TOOL.test(name)))
}

/** The sentences and list items of a text, as they are written. */
export function sentencesOf(text: string): readonly string[] {
  return text
    .split(/\n+|(?<=[.!?;])\s+(?=[\p{Lu}\p{N}\x60"'(-])/u)
    .map((line) => line.trim().replace(/^(?:[-*•]|\d+[.)])\s+(?:\[[ x]\]\s+)?/, ''))
    .filter((line) => line !== '')
}
