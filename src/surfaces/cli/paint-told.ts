import type { Told } from '../../protocol/told.ts'
import type { Paint } from './terminal.ts'

/** A told event in the terminal's colours. */
export function paintTold({ tone, text }: Told, paint: Paint): string {
  switch (tone) {
    case 'plain':
      return text
    case 'quiet':
      return paint('dim', text)
    case 'heading':
      return paint('bold', `── ${text}`)
    case 'good':
      return paint('green', text)
    case 'bad':
      return paint('red', text)
    case 'notice':
      return paint('yellow', text)
  }
}
