import { readDocument, refuseDocument } from '../../config/read-document.ts'
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
  const parsed = writtenPlanSchema.safeParse(document.value)
  if (parsed.success) return { plan: parsed.data, marks: new Map(), lines: new Map() }
  throw refuseDocument(
    path,
    parsed.error.issues.map((issue) => ({
      ...document.placeOf(issue.path.map(String), 'value'),
      text: `\`${issue.path.join('.')}\` does not fit the plan of a planner (${issue.message}); mend it and start again`,
    })),
  )
}

function readMarkdown(text: string, path: string): ReadPlan {
  const all = text.replaceAll('\r\n', '\n').split('\n')
  const title = all.map((each) => /^#{1,4} Plan: (.+)$/.exec(each)?.[1]).find((each) => each !== undefined)
  const heads = all.flatMap((each, index) => {
    const [, number, name] = /^#{2,5} Phase (\d+)\s*(?:—|–|-|:)\s*(.+)$/.exec(each) ?? []
    return number === undefined ? [] : [{ number: Number(number), name: (name ?? '').trim(), index }]
  })
  if (title === undefined || heads.length === 0) {
    const missing = title === undefined ? 'a heading `## Plan: …`' : 'a heading `#### Phase 1 — …`'
    throw refuseDocument(path, [{ line: 1, column: 1, text: `this is no plan: it has not ${missing}` }])
  }
  const phases = heads.map(({ number, name, index }) => phaseOf(number, name, bodyAfter(all, index)))
  const lines = new Map(heads.map(({ number, index }) => [number, index + 1]))
  const parsed = writtenPlanSchema.safeParse({
    task_title: title.trim(),
    summary: summaryOf(all),
    ...numbersIn(all),
    phases,
    ...contractsIn(all),
    ...questionsIn(all),
    ...risksIn(all),
  })
  if (!parsed.success) {
    throw refuseDocument(
      path,
      parsed.error.issues.map((issue) => {
        const [part, index, ...rest] = issue.path
        const head = part === 'phases' ? heads[Number(index)] : undefined
        const what = head === undefined ? issue.path.join('.') : `Phase ${head.number}: ${rest.join('.')}`
        return { line: (head?.index ?? 0) + 1, column: 1, text: `${what} does not fit (${issue.message})` }
      }),
    )
  }
  const marks = all.flatMap((each) => {
    const [, mark, number] = /^\s*[-*] \[([ xX])\] Phase (\d+)\b/.exec(each) ?? []
    return number === undefined ? [] : [[Number(number), mark !== ' '] as const]
  })
  const known = phases.map(({ id, grave }) => ({ ...(id === undefined ? {} : { id }), grave: grave ?? [] }))
  const whole = parsed.data.phases.map((phase, index) => ({ ...phase, ...known[index] }))
  return { plan: { ...parsed.data, phases: whole }, marks: new Map(marks), lines }
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
    executor_agent: nameIn(words('executor agent')),
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

function fileOf(text: string): WrittenPhase['files'] {
  const path = /`([^`]+)`/.exec(text)?.[1] ?? /[\w@.*-]*(?:\/[\w@.*-]+)+|[\w-]+\.\w+/.exec(text)?.[0]
  if (path === undefined) return []
  const [action = 'modify'] = /\b(?:create|modify|review|reference)\b/i.exec(text) ?? []
  const reason = / — (.*)$/.exec(text)?.[1] ?? ''
  return [{ path, action: action.toLowerCase() as 'modify', reason }]
}

function nameIn(text: string): string {
  const [name = ''] = /[A-Za-z]+(?:-subagent)?/.exec(text) ?? []
  return name
}

function summaryOf(all: readonly string[]): string {
  const at = all.findIndex((each) => each.startsWith('**Summary:**'))
  if (at === -1) return ''
  const end = all.findIndex((each, index) => index > at && (each.trim() === '' || /^#|^\*\*/.test(each)))
  const own = all.slice(at, end === -1 ? undefined : end)
  return own.join('\n').replace('**Summary:**', '').trim()
}

function numbersIn(all: readonly string[]): object {
  const field = (name: string): string | undefined =>
    all
      .map((each) => new RegExp(`^\\*\\*${name}:\\*\\*\\s*\`?([\\w.]+)`).exec(each)?.[1])
      .find((each) => each !== undefined)
  const [tier, confidence] = [field('Complexity Tier'), field('Confidence')]
  const isNumber = confidence !== undefined && Number.isFinite(Number(confidence))
  return {
    ...(tier === undefined ? {} : { complexity_tier: tier }),
    ...(isNumber ? { confidence: Number(confidence) } : {}),
  }
}

function contractsIn(all: readonly string[]): object {
  const contracts: { from_phase: number; to_phase: number; interface: string; format: string }[] = []
  for (const each of sectionOf(all, 'Inter-Phase Contracts')) {
    const [, from, to, what] =
      /^[-*] \*\*(?:From )?Phase (\d+) → (?:To )?Phase (\d+):\*\*\s*(.*)$/.exec(each) ?? []
    const last = contracts.at(-1)
    const format = /\*\*Format:\*\*\s*(.*)$/.exec(each)?.[1]
    if (from !== undefined) {
      contracts.push({ from_phase: Number(from), to_phase: Number(to), interface: what ?? '', format: '' })
    } else if (last !== undefined && format !== undefined) last.format = format
  }
  return { contracts }
}

function questionsIn(all: readonly string[]): object {
  const found: { question: string; options: string[]; recommendation: string }[] = []
  for (const each of sectionOf(all, 'Open Questions')) {
    const [, deep = '', kind, words = ''] = /^(\s*)[-*] (?:(Option|Recommendation): )?(.*)$/.exec(each) ?? []
    const last = found.at(-1)
    if (deep === '' && words !== '' && !/^none\b/i.test(words))
      found.push({ question: words, options: [], recommendation: '' })
    else if (kind === 'Option') last?.options.push(words)
    else if (kind === 'Recommendation' && last !== undefined) last.recommendation = words
  }
  return { open_questions: found }
}

function risksIn(all: readonly string[]): object {
  const rows = sectionOf(all, 'Semantic Risk Review').map((each) =>
    each.split('|').map((cell) => cell.trim()),
  )
  const risks = rows.filter((cells) => cells.length >= 7 && /^[a-z_]+$/.test(cells[1] ?? ''))
  return {
    risk_review: risks.map(([, category, applicability, impact, evidence_source, disposition]) => ({
      category,
      applicability,
      impact,
      evidence_source,
      disposition,
    })),
  }
}
