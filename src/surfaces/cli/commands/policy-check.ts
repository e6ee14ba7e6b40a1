import { viewPolicy } from '../../../host/view-policy.ts'
import { RunFailure } from '../../../kernel/failure.ts'
import { oneLine } from '../../../kernel/plain-text.ts'
import { exitStatus } from '../exit-status.ts'
import { jsonText } from '../json-text.ts'
import type { Terminal } from '../terminal.ts'

/** Says everything that is wrong with a policy file, one problem a line, as compilers do. */
export async function policyCheckCommand(
  terminal: Terminal,
  file: string,
  { json }: { readonly json: boolean },
): Promise<number> {
  const problems = await problemsOf(terminal, file)
  if (json) terminal.out(jsonText({ file, problems }, 2))
  else for (const problem of problems) terminal.out(problem)
  if (!json && problems.length === 0) terminal.err(`Nothing is wrong with ${oneLine(file)}.`)
  return problems.length === 0 ? exitStatus.ok : exitStatus.failed
}

/** A file that is not there, or not to be read, has no place that could be named: it stays a failure. */
async function problemsOf({ cwd, environment }: Terminal, file: string): Promise<readonly string[]> {
  try {
    await viewPolicy(file, cwd, environment)
    return []
  } catch (thrown) {
    const { failure } = thrown instanceof RunFailure ? thrown : { failure: null }
    if (failure?.code !== 'bad-input' || !/:\d+:\d+$/.test(failure.where ?? '')) throw thrown
    return failure.message.split('\n')
  }
}
