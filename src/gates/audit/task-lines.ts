type Tasks = {
  readonly files: readonly string[]
  readonly asks: RegExp
  /** The commands of the tasks with these names. */
  readonly read: (text: string, names: ReadonlySet<string>) => readonly string[]
}

/** Programs that run tasks by their names, and the files that define these. */
const runners: readonly Tasks[] = [
  { files: ['Taskfile.yml', 'Taskfile.yaml'], asks: /(?:^|[\s&;])(?:go-)?task\s/, read: ofTaskfile },
  { files: ['tox.ini'], asks: /\btox\b/, read: ofTox },
  { files: ['pyproject.toml'], asks: /\bpoe\s/, read: ofPoe },
  { files: ['deno.json', 'deno.jsonc'], asks: /\bdeno\s+task\s/, read: ofJson('tasks', 'deno task') },
  { files: ['composer.json'], asks: /\bcomposer\s/, read: ofJson('scripts', 'composer run') },
]

/** Files in which tasks stand that a command line runs. */
export function taskFilesFor(line: string): readonly string[] {
  return runners.flatMap(({ files, asks }) => (asks.test(`${line} `) ? files : []))
}

/** The commands in such a file by which a command line's tasks are done. */
export function taskLines(file: string, text: string, line: string): readonly string[] {
  const names = new Set(line.split(/[\s,"'&|;]+/))
  return runners.flatMap(({ files, read }) => (files.includes(file) ? read(text, names) : []))
}

const commandKeys = /^(?:cmds?|deps|sh|preconditions|status|task|vars|env)$/

function ofTaskfile(text: string, names: ReadonlySet<string>): readonly string[] {
  const tasks = new Map<string, string[]>()
  let lines: string[] | null = null
  let isTask = false
  let isCommand = false
  for (const line of text.split('\n')) {
    if (/^\S/.test(line)) isTask = line.startsWith('tasks:')
    const [, name, rest = ''] = /^ {2}["']?([\w:.-]+)["']?:\s*(.*)$/.exec(line) ?? []
    const [, key] = /^ {4}(\w+):/.exec(line) ?? []
    if (key !== undefined) isCommand = commandKeys.test(key)
    if (isTask && name !== undefined) {
      tasks.set(name, (lines = [rest]))
      isCommand = true
    } else if (isTask && isCommand) lines?.push(line)
  }
  const asked = [...tasks.keys()].filter((name) => names.has(name))
  return (asked.length === 0 ? ['default'] : asked)
    .flatMap((name) => tasks.get(name) ?? [])
    .map((line) =>
      line
        .trim()
        .replace(/^-\s+/, '')
        .replace(/^(?:task:|deps:)[\s[]*/, 'task ')
        .replace(/^(?:cmds?|sh):[\s[]*/, '')
        .replace(/\s*\]$/, ''),
    )
}

/** Without a name, those that the list of environments has. */
function ofTox(text: string, names: ReadonlySet<string>): readonly string[] {
  const sections = text.split(/^(?=\[)/m)
  const named = sections.map((section) => /^\[testenv:([^\]]+)\]/.exec(section)?.[1] ?? null)
  const listed = /^env_?list\s*=(.*(?:\n[ \t]+.*)*)/m.exec(text)?.[1] ?? ''
  const isAsked = named.some((name) => name !== null && names.has(name))
  return sections
    .filter((section, at) => {
      const name = named[at] ?? null
      if (name === null) return section.startsWith('[testenv]')
      return isAsked ? names.has(name) : listed.includes(name)
    })
    .flatMap((section) => [...section.matchAll(/^commands\w*\s*=(.*(?:\n[ \t]+.*)*)/gm)])
    .flatMap(([, commands = '']) => commands.split('\n'))
    .map((line) =>
      line
        .trim()
        .replaceAll(/\{tox(?:ini|_root)\w*\}\//g, '')
        .replaceAll('{envpython}', 'python'),
    )
}

function ofPoe(text: string, names: ReadonlySet<string>): readonly string[] {
  return text.split(/^(?=\[)/m).flatMap((section) => {
    const [, own] = /^\[tool\.poe\.tasks(?:\.([\w-]+))?\]/.exec(section) ?? []
    if (!section.startsWith('[tool.poe.tasks')) return []
    if (own !== undefined) return names.has(own) ? valuesIn(section) : []
    return section
      .split(/\n(?=[\w."'-]+\s*=)/)
      .filter((entry) => names.has(/^["']?([\w-]+)/.exec(entry)?.[1] ?? ''))
      .flatMap(valuesIn)
  })
}

/** The texts in quotes, each a command or the name of another task. */
function valuesIn(entry: string): readonly string[] {
  return [...entry.matchAll(/"([^"\n]*)"|'([^'\n]*)'/g)].flatMap(([, double, single]) => {
    const value = double ?? single ?? ''
    return /^[\w-]+$/.test(value) ? [`poe ${value}`] : [value]
  })
}

function ofJson(key: string, runner: string): Tasks['read'] {
  return (text, names) => {
    const all = parse(text)?.[key]
    return Object.entries(typeof all === 'object' && all !== null ? all : {})
      .filter(([name]) => names.has(name))
      .flatMap(([, body]) => textsIn(body))
      .map((body) => (/^[\w-]+$/.test(body) ? `${runner} ${body}` : body.replace(/^@(?!php)/, `${runner} `)))
  }
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

function parse(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const parsed: unknown = JSON.parse(text.replaceAll(/^\s*\/\/.*$/gm, ''))
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : null
  } catch {
    return null
  }
}
