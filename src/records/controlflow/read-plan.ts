import { readDocument, refuseDocument } from '../../config/read-document.ts'
import type { Place } from '../../config/read-yaml.ts'
import { bodyAfter, fieldsIn, itemsOf, sectionOf } from '../../config/read-markdown.ts'
import type { WrittenPhase, WrittenPlan } from './plan-schema.ts'
import { writtenPlanSchema } from './plan-schema.ts'

/** A written plan, its todos by number of the phase, and the line on which each phase begins. */
export interface ReadPlan {
  readonly plan: WrittenPlan
  readonly marks: ReadonlyMap<number, boolean>
  readonly lines: ReadonlyMap<number, number>
}

/** Reads a plan as the process writes it, as a document or as data. Throws `bad-input` with the line of what is wrong. */
export function readControlflowPlan(text: string, path: string): ReadPlan {
  return /^\s*\{/.test(text) ? readData(text, path) : readMarkdown(text, path)
}

function readData(text: string, path: string): ReadPlan {
  const document = readDocument(text, path)
  const plan = planIn(document.value, path, (keys) => ({
    ...document.placeOf(keys, 'value'),
    name: `\`${keys.join('.')}\``,
  }))
  return { plan, marks: new Map(), lines: new Map() }
}

function readMarkdown(text: string, path: string): ReadPlan {
  const whole = text.replaceAll('\r\n', '\n')
  const all = whole.split('\n')
  const title = /^#{1,4} Plan: (.+)$/m.exec(whole)?.[1]
  const heads = all.flatMap((each, index) => {
    const [, number, name = ''] = /^#{2,5} Phase (\d+)\s*(?:—|–|-|:)\s*(.+)$/.exec(each) ?? []
    return number === undefined ? [] : [{ number: Number(number), name: name.trim(), index }]
  })
  if (title === undefined || heads.length === 0) {
    const missing = title === undefined ? 'a heading `## Plan: …`' : 'a heading `#### Phase 1 — …`'
    throw refuseDocument(path, [{ line: 1, column: 1, text: `this is no plan: it has not ${missing}` }])
  }
  const field = (name: string, value: string): string | undefined =>
    new RegExp(`^\\*\\*${name}:\\*\\*\\s*\`?(${value})`, 'm').exec(whole)?.[1]
  const confidence = field('Confidence', '\\d*\\.?\\d+')
  const data = {
    task_title: title.trim(),
    summary: /^\*\*Summary:\*\*(.*(?:\n(?![^\S\n]*$|#|\*\*).*)*)/m.exec(whole)?.[1]?.trim(),
    complexity_tier: field('Complexity Tier', '\\w+'),
    confidence: confidence === undefined ? undefined : Number(confidence),
    phases: heads.map(({ number, name, index }) => phaseOf(number, name, bodyAfter(all, index))),
    contracts: entriesIn(all, 'Inter-Phase Contracts').flatMap(contractOf),
    open_questions: entriesIn(all, 'Open Questions').flatMap(questionOf),
    risk_review: sectionOf(all, 'Semantic Risk Review').flatMap(riskOf),
  }
  const plan = planIn(data, path, (keys) => {
    const head = keys[0] === 'phases' ? heads[Number(keys[1])] : undefined
    const name = head === undefined ? keys.join('.') : `Phase ${head.number}: ${keys.slice(2).join('.')}`
    return { line: (head?.index ?? 0) + 1, column: 1, name }
  })
  const marks = [...whole.matchAll(/^\s*[-*] \[([ xX])\] Phase (\d+)\b/gm)]
  return {
    plan,
    marks: new Map(marks.map(([, mark, number]) => [Number(number), mark !== ' '])),
    lines: new Map(heads.map(({ number, index }) => [number, index + 1])),
  }
}

type Named = Place & { readonly name: string }

function planIn(data: unknown, path: string, find: (keys: readonly string[]) => Named): WrittenPlan {
  const parsed = writtenPlanSchema.safeParse(data)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map((issue) => {
    const { name, ...place } = find(issue.path.map(String))
    return {
      ...place,
      text: `${name} does not fit the plan of a planner (${issue.message}); mend it and start again`,
    }
  })
  throw refuseDocument(path, problems)
}

function phaseOf(number: number, title: string, body: readonly string[]): Partial<WrittenPhase> {
  const fields = fieldsIn(body)
  const words = (name: string): string => fields.get(name)?.inline ?? ''
  const items = (name: string): readonly string[] => itemsOf(fields.get(name))
  const wave = /\d+/.exec(words('wave'))?.[0]
  const id = words('task')
  return {
    phase_id: number,
    title,
    objective: [words('objective'), ...(fields.get('objective')?.more ?? [])].join('\n').trim() || title,
    executor_agent: /[A-Za-z]+(?:-subagent)?/.exec(words('executor agent'))?.[0] ?? '',
    wave: wave === undefined ? null : Number(wave),
    dependencies: (words('dependencies').match(/\d+/g) ?? []).map(Number),
    files: items('files').flatMap(fileOf),
    tests: [...items('tests')],
    acceptance_criteria: [...items('acceptance criteria')],
    steps: [...items('steps')],
    ...(id === '' ? {} : { id }),
    grave: words('approval required for')
      .split(/\s*,\s*/)
      .filter((each) => each !== ''),
  }
}

function fileOf(whole: string): WrittenPhase['files'] {
  // Nobody writes more about a file; a longer line would only take long to look through.
  const text = whole.slice(0, 1000)
  const path = /`([^`]+)`/.exec(text)?.[1] ?? /[\w@.*-]*(?:\/[\w@.*-]+)+|[\w-]+\.\w+/.exec(text)?.[0]
  if (path === undefined) return []
  const [action = 'modify'] = /\b(?:create|modify|review|reference)\b/i.exec(text) ?? []
  const reason = / — (.*)$/.exec(text)?.[1] ?? ''
  return [{ path, action: action.toLowerCase() as 'modify', reason }]
}

/** What stands at the margin of a list under a heading, each with what is indented below it. */
function entriesIn(all: readonly string[], heading: string): readonly string[] {
  const text = sectionOf(all, heading).join('\n')
  return text.split(/^(?=[-*] )/m).filter((each) => /^[-*] /.test(each))
}

function contractOf(entry: string): WrittenPlan['contracts'] {
  const [, from, to, what = ''] =
    /^[-*] \*\*(?:From )?Phase (\d+) → (?:To )?Phase (\d+):\*\* *(.*)/.exec(entry) ?? []
  const [, format = ''] = /\*\*Format:\*\* *(.*)/.exec(entry) ?? []
  return from === undefined
    ? []
    : [{ from_phase: Number(from), to_phase: Number(to), interface: what, format }]
}

function questionOf(entry: string): WrittenPlan['open_questions'] {
  const [question = ''] = entry.slice(2).split('\n')
  const options = [...entry.matchAll(/^\s+[-*] Option: (.*)$/gm)].map(([, option = '']) => option)
  const [, recommendation = ''] = /^\s+[-*] Recommendation: (.*)$/m.exec(entry) ?? []
  return question === '' || /^none\b/i.test(question) ? [] : [{ question, options, recommendation }]
}

function riskOf(row: string): readonly object[] {
  const [, category = '', applicability, impact, evidence_source, disposition, ...rest] = row
    .split('|')
    .map((cell) => cell.trim())
  const isRisk = rest.length > 0 && /^[a-z_]+$/.test(category)
  return isRisk ? [{ category, applicability, impact, evidence_source, disposition }] : []
}
