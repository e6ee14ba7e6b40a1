import { findIsolation } from '../adapters/processes/find-isolation.ts'
import type { Settings } from '../config/settings.ts'
import { RunFailure } from '../kernel/failure.ts'
import type { FoundIsolation, IsolationLevel } from '../kernel/ports/isolation.ts'
import { isAtLeast } from '../kernel/ports/isolation.ts'

/** Throws `bad-input` where the machine cannot keep what runs as far apart as the policy demands. */
export async function refuseLowIsolation(
  { isolation, policy }: Pick<Settings, 'isolation' | 'policy'>,
  find: (most: IsolationLevel) => Promise<FoundIsolation> = findIsolation,
): Promise<void> {
  const { isolation: least } = policy
  if (least === 'none') return
  const { level, missing } = await find(isolation)
  if (isAtLeast(level, least)) return
  const how = missing === null ? 'ask for more with --isolation' : missing
  throw new RunFailure({
    code: 'bad-input',
    message: `The policy demands isolation "${least}" and here only "${level}" holds, so nothing was started; to get it: ${how}.`,
  })
}
