import { join } from 'node:path'

/** A folder of its own for one job: the user's repository, home and state, and the agents' own log. */
export interface Place {
  readonly root: string
  readonly repository: string
  /** Where agents may write what they do, as the user has allowed. */
  readonly meeting: string
  readonly agentsLog: string
  readonly environment: Readonly<Record<string, string>>
}

export function placeAt(root: string): Place {
  const home = join(root, 'home')
  const meeting = join(root, 'meeting')
  return {
    root,
    repository: join(root, 'repository'),
    meeting,
    agentsLog: join(meeting, 'agents-log.jsonl'),
    environment: {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      TUTTI_POLICY_BASE: 'plain',
      TUTTI_TRUST: 'all',
      XDG_STATE_HOME: join(root, 'state'),
      LANG: 'C.UTF-8',
    },
  }
}
