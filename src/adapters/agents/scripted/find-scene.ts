import type { Scene, Script } from './script.ts'

/** What a scene can be chosen by. */
export interface TurnFacts {
  readonly role: string
  readonly step: string
  readonly attempt: number
  readonly prompt: string
}

export function findScene(script: Script, turn: TurnFacts): Scene | null {
  return (
    script.scenes.find(
      ({ match }) =>
        (match.role === undefined || match.role === turn.role) &&
        (match.step === undefined || stepPattern(match.step).test(turn.step)) &&
        (match.attempt === undefined || match.attempt === turn.attempt) &&
        (match.prompt === undefined || turn.prompt.includes(match.prompt)),
    ) ?? null
  )
}

/** Throws a SyntaxError for a regular expression that is none. */
export function stepPattern(pattern: string): RegExp {
  if (pattern.length > 1 && pattern.startsWith('/') && pattern.endsWith('/')) {
    return new RegExp(pattern.slice(1, -1))
  }
  const source = pattern
    .split(/(\*\*|\*)/)
    .map((part) => (part === '**' ? '.*' : part === '*' ? '[^/]*' : escape(part)))
    .join('')
  return new RegExp(`^${source}$`, 's')
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
