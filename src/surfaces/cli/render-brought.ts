import type { Brought } from '../../host/trust.ts'
import { oneLine } from '../../kernel/plain-text.ts'
import type { Paint } from './terminal.ts'

const MOST_SHOWN = 40

/** What a repository brings, for a person who is to decide on it: files, and what they would have run. */
export function renderBrought(
  { files, untrusted, commands, roles }: Brought,
  paint: Paint,
): readonly string[] {
  const about = (path: string): string => {
    const role = roles.find(({ from }) => from === path)
    const isNew = untrusted.some((file) => file.path === path)
    const words = [role === undefined ? '' : `the role ${role.name}`, isNew ? 'not allowed yet' : '']
    return words.filter((each) => each !== '').join(', ')
  }
  return [
    paint('bold', 'This repository brings files that Tutti would use:'),
    ...shown(files.map(({ path }) => `  ${oneLine(path).padEnd(36)} ${paint('dim', about(path))}`.trimEnd())),
    ...(commands.length === 0 ? [] : [paint('bold', 'Its tutti.yaml would use:')]),
    ...shown(commands.map(({ key, what }) => `  ${oneLine(key).padEnd(18)} ${oneLine(what, 300)}`)),
  ]
}

function shown(lines: readonly string[]): readonly string[] {
  return lines.length <= MOST_SHOWN
    ? lines
    : [...lines.slice(0, MOST_SHOWN), `  and ${lines.length - MOST_SHOWN} more: tutti trust --show --json`]
}
