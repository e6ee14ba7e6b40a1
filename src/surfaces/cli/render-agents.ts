import type { ListedAgent } from '../../host/agents/list-agents.ts'
import { oneLine } from '../../kernel/plain-text.ts'
import type { Colour, Paint } from './terminal.ts'
import { wrapWords } from './wrap-words.ts'

const STANDING: Readonly<Record<ListedAgent['version']['standing'], string>> = {
  'as-tried': 'as tried',
  newer: 'newer',
  older: 'older',
  unknown: '',
}
const USAGE: Readonly<Record<string, string>> = {
  'per-turn': 'each turn',
  cumulative: 'so far',
  'per-call': 'each call',
  'last-call': 'last call',
  never: '-',
}

/** A row for each agent that fits 80 columns, and under it what is worth knowing. */
export function renderAgents(agents: readonly ListedAgent[], paint: Paint): readonly string[] {
  const head = row(['agent', 'version', 'logged in', 'way', 'resume', 'sessions', 'tokens'])
  const lines = agents.flatMap((agent) => [rowOf(agent, paint), ...detailsOf(agent, paint)])
  return [paint('bold', `  ${head}`), ...lines]
}

const WIDTHS = [11, 20, 10, 8, 7, 9, 10]

function row(cells: readonly string[]): string {
  return cells
    .map((cell, at) => oneLine(cell, (WIDTHS[at] ?? 10) - 1).padEnd(WIDTHS[at] ?? 10))
    .join('')
    .trimEnd()
}

function rowOf({ name, file, version, login, way, abilities }: ListedAgent, paint: Paint): string {
  const [mark, colour] = markOf(file, login.state)
  const standing = STANDING[version.standing]
  const told = version.version ?? (file === null ? 'not installed' : 'not told')
  const cells =
    file === null
      ? [name, told]
      : [
          name,
          standing === '' ? told : `${told} (${standing})`,
          login.state,
          way,
          ...(abilities === null
            ? []
            : [
                abilities.resumes ? 'yes' : 'no',
                abilities.sessions === 'many' ? 'several' : 'one',
                USAGE[abilities.tokens] ?? abilities.tokens,
              ]),
        ]
  const shown = row(cells)
  return `${paint(colour, mark)} ${file === null ? paint('dim', shown) : shown}`
}

function markOf(file: string | null, login: ListedAgent['login']['state']): readonly [string, Colour] {
  if (file === null) return ['-', 'dim']
  return login === 'no' ? ['!', 'yellow'] : ['✓', 'green']
}

function detailsOf({ file, abilities, models, hints }: ListedAgent, paint: Paint): readonly string[] {
  const about = [
    ...(file === null ? [] : [oneLine(file)]),
    ...(file === null || abilities === null ? [] : [`read-only by ${abilities.readOnly}`]),
    ...(file === null || abilities === null || abilities.usd === 'never' ? [] : ['tells its cost']),
    ...models.map((model) => `model ${oneLine(model)}`),
  ]
  const words = about.length === 0 ? [] : wrapped(about.join(' · ')).map((line) => paint('dim', line))
  return [...words, ...hints.flatMap((hint) => wrapped(`→ ${hint}`))]
}

function wrapped(text: string): readonly string[] {
  return wrapWords(text, 76)
    .split('\n')
    .map((line) => `    ${line}`)
}
