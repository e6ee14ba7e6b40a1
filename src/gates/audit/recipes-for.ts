import { targetsIn } from './called-names.ts'

type Rule = {
  readonly targets: readonly string[]
  readonly needs: readonly string[]
  readonly lines: string[]
}

/**
 * The lines of a makefile by which the asked targets are made: settings, the rules of these targets and of those that
 * they need. Contract: in doubt, all lines; unless it is `elsewhere` that make is asked, as far as one can tell.
 */
export function recipesFor(text: string, commands: readonly string[], elsewhere = false): readonly string[] {
  const settings: string[] = []
  const rules: Rule[] = []
  let rule: Rule | null = null
  for (const line of text.replaceAll(/\\\n\s*/g, ' ').split('\n')) {
    const [, targets, needs = ''] = /^([^\s#:=][^:=#]*?)\s*::?(?!=)([^=]*)$/.exec(line) ?? []
    if (targets !== undefined && !targets.startsWith('.')) {
      rule = {
        targets: wordsOf(targets),
        needs: wordsOf(needs.replace(/[;#].*$/, '')),
        lines: [needs.replace(/^[^;]*;?/, '')],
      }
      rules.push(rule)
    } else if (rule !== null && (line.startsWith('\t') || line.trim() === '')) rule.lines.push(line)
    else {
      rule = null
      settings.push(line)
    }
  }
  const all = [...settings, ...rules.flatMap(commandsOf)]
  const asked = [...targetsIn(commands)]
  const open = asked.length > 0 ? asked : (rules[0]?.targets ?? []).slice(0, 1)
  const made = new Set<Rule>()
  const seen = new Set<string>()
  for (let target = open.pop(); target !== undefined; target = open.pop()) {
    if (seen.has(target)) continue
    seen.add(target)
    for (const each of rules.filter(({ targets }) => targets.includes(target))) {
      if ([...each.targets, ...each.needs].some((word) => /[$%*]/.test(word))) return all
      made.add(each)
      open.push(...each.needs, ...targetsIn(each.lines))
    }
  }
  if (made.size === 0) return elsewhere ? [] : all
  return [...settings, ...[...made].flatMap(commandsOf)]
}

/** The commands of a rule, with what it needs where they name that by a sign. */
function commandsOf({ needs, lines }: Rule): readonly string[] {
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) =>
      line.replaceAll(/\$<|\$\(<\)/g, () => needs[0] ?? '').replaceAll(/\$[\^+?]/g, () => needs.join(' ')),
    )
}

function wordsOf(text: string): readonly string[] {
  return text.split(/[\s|]+/).filter((word) => word !== '')
}
