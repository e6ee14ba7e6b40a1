import { RunFailure } from '../../../kernel/failure.ts'

/** What an agent failed of whose program was ended because it used up too much. */
export function overLimit(agent: string, limit: string): RunFailure {
  const message = `Agent "${agent}" was ended because it passed ${limit}; give its task less to do at once, or raise \`sandbox.limits\` in tutti.yaml.`
  return new RunFailure({ code: 'agent-failed', trouble: 'crashed', message })
}
