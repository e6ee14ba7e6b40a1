/** Where the parts of a plan stand in gem-team's file. */
const KEYS: Readonly<Record<string, string>> = {
  role: 'agent',
  writeSet: 'write_set',
  conflicts: 'conflicts_with',
  acceptance: 'acceptance_criteria',
  context: 'context_files',
  grave: 'ask_first',
  from: 'from_task',
  to: 'to_task',
  preMortem: 'pre_mortem',
  openQuestions: 'open_questions',
  lineage: 'planning_history',
}

export function placeInFile(path: readonly (string | number)[]): readonly string[] {
  return path.map((key) => (typeof key === 'string' ? (KEYS[key] ?? key) : String(key)))
}
