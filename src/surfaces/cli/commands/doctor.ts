import { formatByteSize } from '../../../config/byte-size.ts'
import { formatDuration } from '../../../config/duration.ts'
import type { Examined } from '../../../host/examine.ts'
import { examineAgents, examineMachine, examineRepository } from '../../../host/examine.ts'
import type { Host } from '../../../host/host.ts'
import { openHost } from '../../../host/host.ts'
import { RunFailure } from '../../../kernel/failure.ts'
import { oneLine } from '../../../kernel/plain-text.ts'
import { exitStatus } from '../exit-status.ts'
import { jsonText } from '../json-text.ts'
import type { Colour, Terminal } from '../terminal.ts'

const marks: Record<Examined['state'], readonly [string, Colour]> = {
  good: ['✓', 'green'],
  weak: ['!', 'yellow'],
  bad: ['✗', 'red'],
}

/** Checks the machine and the repository, and says of every setting what it is and where it came from. */
export async function doctorCommand(
  terminal: Terminal,
  { json }: { readonly json: boolean },
): Promise<number> {
  const { cwd, environment } = terminal
  const machine = await examineMachine(environment)
  const host = await openHost({ cwd, environment, flags: [] }).catch((thrown: unknown) => {
    if (thrown instanceof RunFailure) return thrown
    throw thrown
  })
  const repository = host instanceof RunFailure ? [unusable(host)] : await examineRepository(host)
  const checks = [
    ...(host instanceof RunFailure
      ? machine
      : machine.map((each) => (each.name === 'agents' ? examineAgents(host) : each))),
    ...repository,
  ]
  const settings = host instanceof RunFailure ? [] : settingLines(host)
  if (json) terminal.out(jsonText({ checks, settings }, 2))
  else tell(terminal, checks, settings)
  return checks.some(({ state }) => state === 'bad') ? exitStatus.failed : exitStatus.ok
}

interface SettingLine {
  readonly key: string
  readonly value: unknown
  readonly source: string
  readonly where: string
}

function settingLines({ settings, sources }: Host): readonly SettingLine[] {
  return Object.entries(sources).map(([key, { source, where }]) => ({
    key,
    value: valueAt(settings, key),
    source,
    where,
  }))
}

/** Settings are resolved under other names than they are written in a few places. */
const resolvedAs: Readonly<Record<string, string>> = {
  'limits.turns': 'limits.run.turns',
  'limits.tokens': 'limits.run.tokens',
  'limits.usd': 'limits.run.usd',
  'limits.time': 'limits.run.wallMs',
  'limits.task.time': 'limits.task.wallMs',
  'limits.turn-time': 'limits.turnMs',
  'limits.stall-time': 'limits.stallMs',
  'sandbox.limits.memory': 'sandbox.limits.memoryBytes',
  'sandbox.limits.file-size': 'sandbox.limits.fileBytes',
  'sandbox.limits.output': 'sandbox.limits.outputBytes',
}

function valueAt(settings: unknown, key: string): unknown {
  let value: unknown = settings
  for (const part of (resolvedAs[key] ?? key).split('.')) {
    value = value === null || typeof value !== 'object' ? undefined : (value as Record<string, unknown>)[part]
  }
  return value ?? null
}

function tell(terminal: Terminal, checks: readonly Examined[], settings: readonly SettingLine[]): void {
  for (const { name, state, message } of checks) {
    const [mark, colour] = marks[state]
    terminal.out(`${terminal.paint(colour, mark)} ${name.padEnd(10)} ${oneLine(message)}`)
  }
  if (settings.length > 0) terminal.out(`\n${terminal.paint('bold', 'Settings')}`)
  for (const { key, value, where } of settings) {
    const shown = value === null ? terminal.paint('dim', 'not set') : valueWords(key, value)
    terminal.out(`  ${key.padEnd(26)} ${shown}  ${terminal.paint('dim', where)}`)
  }
}

/** Times and sizes as they are written in tutti.yaml; everything else as JSON. */
function valueWords(key: string, value: unknown): string {
  if (typeof value === 'number' && key.endsWith('time')) return formatDuration(value)
  if (typeof value === 'number' && resolvedAs[key]?.endsWith('Bytes') === true) return formatByteSize(value)
  return jsonText(value)
}

function unusable({ message }: RunFailure): Examined {
  return { name: 'repository', state: 'bad', message }
}
