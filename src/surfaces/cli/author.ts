import { userInfo } from 'node:os'
import type { Author } from '../../host/letter.ts'
import type { Terminal } from './terminal.ts'

/** Who speaks here: a person who could be asked, or a script of this user. */
export function authorAt({ isInteractive }: Pick<Terminal, 'isInteractive'>): Author {
  return { by: userName(), door: isInteractive ? 'terminal' : 'script' }
}

/** A user without an entry among the system's has no name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return 'somebody'
  }
}
