import { manyLines } from '../../kernel/plain-text.ts'
import type { Paint } from './terminal.ts'

/** The one message in which every command says what went wrong; scripts find it by its first word. */
export function complaint(message: string, paint: Paint): string {
  return `${paint('red', 'tutti:')} ${manyLines(message)}`
}
