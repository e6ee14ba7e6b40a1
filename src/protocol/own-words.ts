/** What a process announces in words of its own, so that nobody has to hear it twice. */
export type SaidItself = 'plan' | 'done' | 'failure' | 'not-done'

const spoken: Readonly<Record<string, readonly SaidItself[]>> = {
  'gem-team': ['done', 'failure'],
  'team-coordinate': ['plan', 'done', 'failure', 'not-done'],
}

/** What is left to the words of the playbook of this name. */
export function ownWordsOf(playbook: string): ReadonlySet<SaidItself> {
  return new Set(spoken[playbook])
}
