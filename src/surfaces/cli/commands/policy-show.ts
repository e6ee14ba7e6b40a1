import { renderPolicy } from '../../../config/render-policy.ts'
import { viewPolicy } from '../../../host/view-policy.ts'
import { exitStatus } from '../exit-status.ts'
import { jsonText } from '../json-text.ts'
import type { Terminal } from '../terminal.ts'

/** Prints a complete policy with where each value comes from, as a file that can be used as one. */
export async function policyShowCommand(
  { cwd, environment, ...terminal }: Terminal,
  named: string | undefined,
  { json }: { readonly json: boolean },
): Promise<number> {
  const view = await viewPolicy(named, cwd, environment)
  terminal.out(json ? jsonText(view, 2) : renderPolicy(view.policy, view.builtIn, view.sources).trimEnd())
  return exitStatus.ok
}
